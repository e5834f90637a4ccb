import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { makeWriteBehind } from "../../platform/sql/makeWriteBehind.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { LatestPart } from "./LatestPart.ts"
import { type LatestEntry, LatestQueue } from "./LatestQueue.ts"
import { LatestStore } from "./LatestStore.ts"

/** Values that a statement writes. Other statements of the embedded database come between. */
export const rowsAtOnce = 1000

/** The newest sample of a datapoint: the value as JSON text, and its capture time. */
export interface LatestValue {
  readonly json: string
  readonly timestampMs: number
}

/**
 * The newest value of every datapoint: the newest live sample by arrival, whatever its stamp, or a backfilled one that was
 * captured after it. The process that holds a robot's bridge keeps them in memory and writes them behind, once a second
 * and when it stops; any other reads the table.
 */
export class Latest extends Context.Service<
  Latest,
  {
    /** What is in memory; undefined does not mean that there is no value. */
    readonly peek: (robotId: RobotId, slug: string) => LatestValue | undefined
    readonly get: (robotId: RobotId, slug: string) => Effect.Effect<LatestValue | null>
  }
>()("@fleet/server/Latest") {
  static readonly layer = Layer.effect(
    Latest,
    Effect.gen(function* () {
      const store = yield* LatestStore
      const homes = yield* RobotHomes
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const queue = new LatestQueue(() => clock.currentTimeMillisUnsafe())

      /** Compares backfilled values with what is stored. A live sample that comes meanwhile settles its entry itself. */
      const settle = Effect.fnUntraced(function* (entries: ReadonlyArray<LatestEntry>) {
        const unsettled = entries.filter((entry) => !entry.settled)
        if (unsettled.length === 0) return
        const rows = yield* store.list(unsettled.map(({ robotId, slug, version }) => ({ robotId, slug, version })))
        const stored = new Map(rows.map((row) => [`${row.robotId}/${row.slug}`, row]))
        for (const entry of unsettled) {
          if (entry.settled) continue
          entry.settled = true
          const row = stored.get(`${entry.robotId}/${entry.slug}`)
          if (row === undefined || row.timestampMs < entry.timestampMs) continue
          entry.stored = true
          entry.json = row.json
          entry.timestampMs = row.timestampMs
        }
      })

      const write = Effect.fnUntraced(function* (entries: ReadonlyArray<LatestEntry>) {
        const held = entries.filter((entry) => entry.part.entries.get(entry.slug) === entry)
        yield* settle(held)
        yield* store.write(held.filter(({ stored }) => !stored))
      })

      const { flush, flushOf } = yield* makeWriteBehind({
        name: "latest values",
        when: { every: "1 second" },
        atOnce: rowsAtOnce,
        queue,
        write,
        afterwards: () => {
          for (const part of queue.unpruned) if (part.prune()) queue.unpruned.delete(part)
          counters.latest_robots = queue.robots
        }
      })
      const parts = yield* homes.register({ open: (home) => new LatestPart(home, queue, flushOf), flush })

      return Latest.of({
        peek: (robotId, slug) => parts.of(robotId)?.get(slug),
        get: Effect.fnUntraced(function* (robotId, slug) {
          const entry = parts.of(robotId)?.get(slug)
          if (entry === undefined) return Option.getOrNull(yield* store.find({ robotId, slug }))
          yield* settle([entry])
          return { json: entry.json, timestampMs: entry.timestampMs }
        })
      })
    })
  )
}
