import type { CallOptions } from "./Http.ts"
import type { ValueFrame } from "./realtime/Channels.ts"
import type { Job } from "./types.gen.ts"

/** A value and when the robot captured it. */
export interface Sample<Value> {
  readonly value: Value
  readonly at: Date
}

/** A recorded value. In a window it is the aggregate of `count` samples, null where there was none. */
export interface Point<Value> {
  readonly value: Value | null
  readonly at: Date
  readonly count: number
}

/** A job, and what it says of itself while it runs. */
export interface JobUpdate extends Job {
  readonly feedback: unknown
  /** 0 to 1. */
  readonly progress: number | null
}

/** Somebody who looks at a robot. */
export type Viewer = Extract<ValueFrame, { readonly type: "presence" }>["viewers"][number]

/** The parameters of a command, by name. */
export interface Params {
  readonly [name: string]: unknown
}

/** How a command is sent. */
export interface CommandOptions extends Omit<CallOptions, "retries" | "waitWhenLimited"> {
  /** How long to wait for the robot, in milliseconds: 1000 to 120000, 15000 by default. */
  readonly patienceMs?: number
  /** Over a request of its own or over the socket; the meaning is the same. */
  readonly via?: "rest" | "realtime"
  /** Over the socket: fails with `connection_lost` where it could not be sent now, instead of being sent later. */
  readonly atOnce?: boolean
}
