import type { CallOptions, RouteInput } from "./Http.ts"
import type { Topic } from "./realtime/Channels.ts"
import type { Subscription } from "./realtime/Subscription.ts"
import { type RobotContext, subscription } from "./RobotContext.ts"
import type { HistoryBuckets, HistorySamples } from "./types.gen.ts"
import type { Point, Sample } from "./Values.ts"

type HistoryQuery = NonNullable<RouteInput<"datapoints.history">["query"]>

/** What part of a history to read. Strings as the service takes them: ISO 8601, `now`, `now-15m`. */
export interface HistoryRange extends Pick<HistoryQuery, "window" | "agg" | "field" | "tz"> {
  readonly from?: Date | string
  readonly to?: Date | string
  readonly limit?: number
}

const moment = (value: Date | string | undefined) => (value instanceof Date ? value.toISOString() : value)

const sampleOf = <Value>(frame: { readonly value: unknown; readonly timestamp_ms: number }): Sample<Value> => ({
  value: frame.value as Value,
  at: new Date(frame.timestamp_ms)
})

const pointsOf = <Value>(history: HistorySamples | HistoryBuckets): ReadonlyArray<Point<Value>> =>
  history.kind === "samples"
    ? history.samples.map((sample) => ({ ...sampleOf<Value>(sample), count: 1 }))
    : history.buckets.map(({ bucket_start_ms, value, sample_count }) => ({
        value: value as Value | null,
        at: new Date(bucket_start_ms),
        count: sample_count
      }))

/** One value a robot keeps reporting. */
export class Datapoint<Value> {
  readonly #robot: RobotContext
  readonly slug: string

  constructor(robot: RobotContext, slug: string) {
    this.#robot = robot
    this.slug = slug
  }

  /** The newest sample; fails with `no_data` before the first one. */
  async get(options: CallOptions = {}): Promise<Sample<Value>> {
    const params = { id: this.#robot.id, slug: this.slug }
    return sampleOf(await this.#robot.request("datapoints.get", { ...options, params }))
  }

  /** The newest sample, then each as it comes. */
  subscribe({ signal }: { readonly signal?: AbortSignal } = {}): Subscription<Sample<Value>> {
    const topic: Topic = { robotId: this.#robot.id, slug: this.slug, kind: "datapoint" }
    return subscription<"datapoint", Sample<Value>>(this.#robot, topic, sampleOf<Value>, signal)
  }

  /** Recorded values of the half-open range `from` to `to`, the last hour by default: samples, or with `window` and `agg` one point for each window. Windows of `1d` begin at the midnights of `tz`, an IANA zone. */
  async history({ from, to, window, agg, field, tz, limit, ...options }: HistoryRange & CallOptions = {}): Promise<{
    readonly points: ReadonlyArray<Point<Value>>
    /** There is more from the last point on. */
    readonly truncated: boolean
  }> {
    const query = { from: moment(from), to: moment(to), window, agg, field, tz, limit }
    const history = await this.#robot.request("datapoints.history", {
      ...options,
      params: { id: this.#robot.id, slug: this.slug },
      query: query as NonNullable<RouteInput<"datapoints.history">["query"]>
    })
    return { points: pointsOf<Value>(history), truncated: history.kind === "samples" && history.truncated }
  }
}
