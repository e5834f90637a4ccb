import type { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Fiber, FiberSet, Layer, Option, Semaphore } from "effect"
import type { Sample } from "../../bus/Events.ts"
import { Bus } from "../../bus/Bus.ts"
import { LatestStore } from "./LatestStore.ts"

/** The newest sample of a datapoint: the value as JSON text, and its capture time. */
export interface LatestValue {
  readonly json: string
  readonly timestampMs: number
}

interface Entry {
  readonly robotId: RobotId
  readonly slug: string
  json: string
  timestampMs: number
  /** Waits to be written. */
  dirty: boolean
}

/** A robot whose samples come to this process. */
interface Live {
  readonly entries: Map<string, Entry>
  /** Reads what was kept before, so that an older sample cannot pass for the newest. */
  loading: Fiber.Fiber<void> | undefined
}

/**
 * The newest value of every datapoint. The process that holds a robot's bridge keeps them in memory and writes them
 * behind, once a second and when it stops; any other reads the table. An older sample never replaces a newer one.
 */
export class Latest extends Context.Service<
  Latest,
  {
    /** Synchronous and cheap: this is the inner loop of ingest. Only published slugs, which bounds what is held. */
    readonly set: (sample: Omit<Sample, "type">) => void
    /** What is in memory; undefined does not mean that there is none. */
    readonly peek: (robotId: RobotId, slug: string) => LatestValue | undefined
    readonly get: (robotId: RobotId, slug: string) => Effect.Effect<LatestValue | null>
    /** Drops a robot from memory, and what of it was not written yet. */
    readonly forget: (robotId: RobotId) => void
  }
>()("@fleet/server/Latest") {
  static readonly layer = Layer.effect(
    Latest,
    Effect.gen(function* () {
      const store = yield* LatestStore
      const bus = yield* Bus
      const run = yield* FiberSet.makeRuntime()
      const writing = yield* Semaphore.make(1)
      const robots = new Map<RobotId, Live>()
      const leaving = new Set<RobotId>()
      let dirty: Array<Entry> = []

      const mark = (entry: Entry) => {
        if (entry.dirty) return
        entry.dirty = true
        dirty.push(entry)
      }

      const load = (robotId: RobotId, live: Live) =>
        Effect.gen(function* () {
          // Lets `live.loading` be set before a read that answers at once clears it.
          yield* Effect.yieldNow
          for (const row of yield* store.list(robotId)) {
            const entry = live.entries.get(row.slug)
            if (entry === undefined) live.entries.set(row.slug, { ...row, robotId, dirty: false })
            else if (row.timestampMs > entry.timestampMs) {
              entry.json = row.json
              entry.timestampMs = row.timestampMs
            }
          }
        }).pipe(
          Effect.ensuring(
            Effect.sync(() => {
              live.loading = undefined
            })
          )
        )

      const join = (robotId: RobotId): Live => {
        const live: Live = { entries: new Map(), loading: undefined }
        robots.set(robotId, live)
        live.loading = run(load(robotId, live))
        return live
      }

      const flush = writing.withPermit(
        Effect.suspend(() => {
          const batch = dirty
          dirty = []
          for (const entry of batch) entry.dirty = false
          const held = batch.filter((entry) => robots.get(entry.robotId)?.entries.get(entry.slug) === entry)
          return Effect.onError(store.write(held), () => Effect.sync(() => held.forEach(mark)))
        })
      )

      const settle = Effect.sync(() => {
        for (const robotId of leaving) {
          const entries = robots.get(robotId)?.entries.values() ?? []
          if (Array.from(entries).some((entry) => entry.dirty)) continue
          robots.delete(robotId)
          leaving.delete(robotId)
        }
      })

      const forget = (robotId: RobotId) => {
        robots.delete(robotId)
        leaving.delete(robotId)
      }

      yield* bus.onControl((event) => {
        if (event.type === "robot_deleted") forget(event.robotId)
        // The next bridge may be another process's, whose samples this memory would not see.
        if (event.type === "bridge_state" && !event.state.online && robots.has(event.robotId))
          leaving.add(event.robotId)
      })
      yield* Effect.addFinalizer(() => Effect.ignoreCause(flush, { log: true }))
      yield* Effect.sleep("1 second").pipe(
        Effect.andThen(flush),
        Effect.andThen(settle),
        Effect.catchDefect((cause) => Effect.logError("the latest values could not be written", cause)),
        Effect.forever,
        Effect.forkScoped
      )

      return Latest.of({
        set: (sample) => {
          if (leaving.size > 0) leaving.delete(sample.robotId)
          const live = robots.get(sample.robotId) ?? join(sample.robotId)
          const entry = live.entries.get(sample.slug)
          if (entry === undefined) {
            const { json, robotId, slug, timestampMs } = sample
            const first: Entry = { robotId, slug, json, timestampMs, dirty: false }
            live.entries.set(slug, first)
            mark(first)
          } else if (sample.timestampMs >= entry.timestampMs) {
            entry.json = sample.json
            entry.timestampMs = sample.timestampMs
            mark(entry)
          }
        },
        peek: (robotId, slug) => robots.get(robotId)?.entries.get(slug),
        get: Effect.fnUntraced(function* (robotId, slug) {
          const live = robots.get(robotId)
          if (live?.loading !== undefined) yield* Fiber.join(live.loading)
          const entry = live?.entries.get(slug)
          if (entry !== undefined) return { json: entry.json, timestampMs: entry.timestampMs }
          return Option.getOrNull(yield* store.find({ robotId, slug }))
        }),
        forget
      })
    })
  )
}
