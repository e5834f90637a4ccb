import { Duration, type Effect, Schema } from "effect"
import type { WorkOutcome } from "./WorkOutcome.ts"

/** How the items of a queue are attempted. */
export interface WorkQueueRules {
  /** Names the queue in the table, the log and the metrics. A released name never changes: waiting items carry it. */
  readonly name: string
  /** Attempts that one process makes at a time. */
  readonly concurrency: number
  /** Of which so many are of one organisation, so that slow ones leave the rest to others. */
  readonly concurrencyOfOrg: number
  /** How long a claimed item is leased. An attempt is interrupted just before its lease ends. */
  readonly leaseMs: number
  /** The pause after the given number of attempts. */
  readonly pauseMs: (attempts: number) => number
  /** No attempt is begun after this, where the item has no `expiresAt`. */
  readonly giveUpAfterMs: number
  /** How long an item is kept after it ended, and its key refused. */
  readonly keptForMs: number
}

/** A kind of work, whose items hold an `A`. */
export interface WorkQueue<A> extends WorkQueueRules {
  readonly encode: (payload: A) => string
  readonly decode: (text: string) => Effect.Effect<A, Schema.SchemaError>
}

/** The attempt that a handler makes. */
export interface WorkAttempt {
  readonly id: string
  /** 1 for the first. An attempt that a crash cut off counts. */
  readonly number: number
  readonly leaseEndsAt: Date
  readonly expiresAt: Date
}

/**
 * Makes one attempt. An item may be attempted again after it was done: where a crash, or a lost database connection, kept
 * its end from being written. A defect leaves the item until its lease ends.
 */
export type WorkHandler<A> = (payload: A, attempt: WorkAttempt) => Effect.Effect<WorkOutcome>

/** Describes a queue. `pauses` are those before the second attempt, the third and so on; the last one repeats. */
export const workQueue = <A, E>(options: {
  readonly name: string
  readonly payload: Schema.Codec<A, E>
  readonly concurrency: number
  /** As `concurrency` where it is left out. */
  readonly concurrencyOfOrg?: number
  readonly lease: Duration.Input
  readonly pauses: readonly [Duration.Input, ...Array<Duration.Input>]
  readonly giveUpAfter: Duration.Input
  readonly keptFor: Duration.Input
}): WorkQueue<A> => {
  const json = Schema.fromJsonString(options.payload)
  const pauses = options.pauses.map((pause) => Duration.toMillis(pause))
  return {
    name: options.name,
    concurrency: options.concurrency,
    concurrencyOfOrg: options.concurrencyOfOrg ?? options.concurrency,
    leaseMs: Duration.toMillis(options.lease),
    pauseMs: (attempts) => pauses[Math.min(attempts, pauses.length) - 1] ?? pauses[0]!,
    giveUpAfterMs: Duration.toMillis(options.giveUpAfter),
    keptForMs: Duration.toMillis(options.keptFor),
    encode: Schema.encodeSync(json),
    decode: Schema.decodeEffect(json)
  }
}
