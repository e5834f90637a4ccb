import { Schema } from "effect"

/** What is wrong with the robot on purpose. */
export interface Faults {
  /** The share of topic messages that are lost, 0 to 1. */
  readonly drop: number
  /** How late everything leaves the robot. */
  readonly lag_ms: number
  /** The action whose server is gone; its goals are forgotten. */
  readonly vanish: string | null
  /** Action servers refuse every goal and every cancel. */
  readonly reject: boolean
  /** rosbridge was asked to stop and lingers: every call to it fails. */
  readonly linger: boolean
}

export const noFaults: Faults = { drop: 0, lag_ms: 0, vanish: null, reject: false, linger: false }

/** What POST /faults takes: faults to change, and `restart` to close every socket and forget every goal once. */
export const FaultsChange = Schema.Struct({
  drop: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
  lag_ms: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 60_000 }))),
  vanish: Schema.optionalKey(Schema.NullOr(Schema.String)),
  reject: Schema.optionalKey(Schema.Boolean),
  linger: Schema.optionalKey(Schema.Boolean),
  restart: Schema.optionalKey(Schema.Boolean)
})
export type FaultsChange = typeof FaultsChange.Type
