import type { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import { Bus } from "../../platform/bus/Bus.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
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
  /** Whether it is known to be newer than what is stored. Not so for a backfilled sample that was not compared yet. */
  settled: boolean
}

/**
 * The newest value of every datapoint: the newest live sample by arrival, whatever its stamp, or a backfilled one that was
 * captured after it. The process that holds a robot's bridge keeps them in memory and writes them behind, once a second
 * and when it stops; any other reads the table.
 */
export class Latest extends Context.Service<
  Latest,
  {
    /** Synchronous and cheap: this is the inner loop of ingest. Only published slugs, which with `retain` bounds what is held. */
    readonly set: (sample: Omit<Sample, "type">, backfill?: boolean) => void
    /** What is in memory; undefined does not mean that there is none. */
    readonly peek: (robotId: RobotId, slug: string) => LatestValue | undefined
    readonly get: (robotId: RobotId, slug: string) => Effect.Effect<LatestValue | null>
    /** Holds no other values of a robot than those that are published now, once the others are written. */
    readonly retain: (robotId: RobotId, isPublished: (slug: string) => boolean) => void
    /** Drops a robot from memory, and what of it was not written yet. */
    readonly forget: (robotId: RobotId) => void
  }
>()("@fleet/server/Latest") {
  static readonly layer = Layer.effect(
    Latest,
    Effect.gen(function* () {
      const store = yield* LatestStore
      const bus = yield* Bus
      const counters = yield* Counters
      const writing = yield* Semaphore.make(1)
      const robots = new Map<RobotId, Map<string, Entry>>()
      const leaving = new Set<RobotId>()
      /** Robots that may hold values of what is no longer published. */
      const republished = new Map<RobotId, (slug: string) => boolean>()
      let dirty: Array<Entry> = []

      const mark = (entry: Entry) => {
        if (entry.dirty) return
        entry.dirty = true
        dirty.push(entry)
      }

      /** Compares backfilled values with what is stored. A live sample that comes meanwhile settles its entry itself. */
      const settle = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
        const unsettled = entries.filter((entry) => !entry.settled)
        if (unsettled.length === 0) return
        const rows = yield* store.list(unsettled)
        const stored = new Map(rows.map((row) => [`${row.robotId}/${row.slug}`, row]))
        for (const entry of unsettled) {
          if (entry.settled) continue
          entry.settled = true
          const row = stored.get(`${entry.robotId}/${entry.slug}`)
          if (row === undefined || row.timestampMs < entry.timestampMs) continue
          entry.json = row.json
          entry.timestampMs = row.timestampMs
        }
      })

      const flush = writing.withPermit(
        Effect.suspend(() => {
          const batch = dirty
          dirty = []
          for (const entry of batch) entry.dirty = false
          const held = batch.filter((entry) => robots.get(entry.robotId)?.get(entry.slug) === entry)
          return Effect.onError(
            Effect.andThen(
              settle(held),
              Effect.suspend(() => store.write(held))
            ),
            () => Effect.sync(() => held.forEach(mark))
          )
        })
      )

      const dropLeft = Effect.sync(() => {
        for (const robotId of leaving) {
          const entries = robots.get(robotId)?.values() ?? []
          if (Array.from(entries).some((entry) => entry.dirty)) continue
          robots.delete(robotId)
          leaving.delete(robotId)
        }
        for (const [robotId, isPublished] of republished) {
          const entries = robots.get(robotId)
          const others = Array.from(entries?.values() ?? []).filter(({ slug }) => !isPublished(slug))
          for (const { dirty, slug } of others) if (!dirty) entries?.delete(slug)
          if (!others.some((entry) => entry.dirty)) republished.delete(robotId)
        }
        counters.latest_robots = robots.size
      })

      const forget = (robotId: RobotId) => {
        robots.delete(robotId)
        leaving.delete(robotId)
        republished.delete(robotId)
      }

      yield* bus.onFact((event) => {
        if (event.type === "robot_deleted") forget(event.robotId)
        // The next bridge may be another process's, whose samples this memory would not see.
        if (event.type === "bridge_state" && !event.state.online && robots.has(event.robotId))
          leaving.add(event.robotId)
      })
      yield* Effect.addFinalizer(() => Effect.ignoreCause(flush, { log: true }))
      yield* Effect.sleep("1 second").pipe(
        Effect.andThen(flush),
        Effect.andThen(dropLeft),
        Effect.catchDefect((cause) => Effect.logError("the latest values could not be written", cause)),
        Effect.forever,
        Effect.forkScoped
      )

      return Latest.of({
        set: ({ json, robotId, slug, timestampMs }, backfill = false) => {
          if (leaving.size > 0) leaving.delete(robotId)
          let entries = robots.get(robotId)
          if (entries === undefined) robots.set(robotId, (entries = new Map()))
          const entry = entries.get(slug)
          if (entry === undefined) {
            const first: Entry = { robotId, slug, json, timestampMs, dirty: false, settled: !backfill }
            entries.set(slug, first)
            mark(first)
          } else if (!backfill || timestampMs > entry.timestampMs) {
            entry.json = json
            entry.timestampMs = timestampMs
            entry.settled ||= !backfill
            mark(entry)
          }
        },
        peek: (robotId, slug) => robots.get(robotId)?.get(slug),
        get: Effect.fnUntraced(function* (robotId, slug) {
          const entry = robots.get(robotId)?.get(slug)
          if (entry === undefined) return Option.getOrNull(yield* store.find({ robotId, slug }))
          yield* settle([entry])
          return { json: entry.json, timestampMs: entry.timestampMs }
        }),
        retain: (robotId, isPublished) => {
          if (robots.has(robotId)) republished.set(robotId, isPublished)
        },
        forget
      })
    })
  )
}
