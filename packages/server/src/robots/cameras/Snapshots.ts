import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, FiberSet, Layer, Option } from "effect"
import { Settings } from "../../platform/settings/Settings.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { HealthReports } from "../health/HealthReports.ts"
import { type Parts, RobotHomes } from "../home/RobotHomes.ts"
import type { DescribedSnapshot, Snapshot } from "./Snapshot.ts"
import { SnapshotRecords } from "./SnapshotRecords.ts"
import { SnapshotMemory } from "./SnapshotMemory.ts"
import { SnapshotPart } from "./SnapshotPart.ts"
import { SnapshotQueue } from "./SnapshotQueue.ts"

/** Images that are stored at a time. */
const storedAtOnce = 32

/** How long a server that stops waits for a store. */
const longestStop = "10 seconds"

/** The newest image of each camera by arrival, kept whether or not the robot is connected. */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    readonly newest: (robotId: RobotId, slug: string) => Effect.Effect<Option.Option<Snapshot>>
    /** The description of the newest, without its bytes. */
    readonly described: (robotId: RobotId, slug: string) => Effect.Effect<Option.Option<DescribedSnapshot>>
    /** How old an image is now, in milliseconds: since its capture, or since its arrival where its stamp is ahead of that. */
    readonly ageMs: (snapshot: DescribedSnapshot) => Effect.Effect<number>
  }
>()("@fleet/server/Snapshots") {
  static readonly layer = Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const records = yield* SnapshotRecords
      const homes = yield* RobotHomes
      const counters = yield* Counters
      const { observe } = yield* HealthReports
      const { stillsMemory } = yield* Settings
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const nowMs = () => clock.currentTimeMillisUnsafe()
      const queue = new SnapshotQueue(storedAtOnce, run)
      const storage = {
        memory: new SnapshotMemory(stillsMemory * 1_000_000, counters),
        queue,
        put: records.put,
        nowMs,
        onDropped: () => void counters.stills_dropped_total++
      }
      const parts: Parts<SnapshotPart> = yield* homes.register({
        open: (home) => new SnapshotPart(home, storage, observe),
        flush: Effect.suspend(() => {
          for (const part of parts.all()) part.storeNow(nowMs())
          return Effect.asVoid(Effect.timeoutOption(queue.emptied, longestStop))
        })
      })

      const heldOr = <A>(held: () => A | null | undefined, stored: Effect.Effect<Option.Option<A>>) =>
        Effect.suspend(() => {
          const found = held() ?? null
          return found === null ? stored : Effect.succeed(Option.some(found))
        })

      return Snapshots.of({
        newest: (robotId, slug) => heldOr(() => parts.of(robotId)?.newest(slug), records.find({ robotId, slug })),
        described: (robotId, slug) =>
          heldOr(() => parts.of(robotId)?.described(slug), records.describe({ robotId, slug })),
        ageMs: ({ received_at_ms, timestamp_ms }) =>
          Effect.sync(() => Math.max(0, Math.round(nowMs() - Math.min(timestamp_ms, received_at_ms))))
      })
    })
  )
}
