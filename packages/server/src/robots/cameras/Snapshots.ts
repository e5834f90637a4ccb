import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, FiberSet, Layer, Option } from "effect"
import { type Parts, RobotHomes } from "../home/RobotHomes.ts"
import { type DescribedSnapshot, type Snapshot, SnapshotRecords } from "./records/SnapshotRecords.ts"
import { SnapshotPart } from "./SnapshotPart.ts"

/** The newest image of each camera by arrival, kept whether or not the robot is connected. */
export class Snapshots extends Context.Service<
  Snapshots,
  {
    readonly newest: (robotId: RobotId, slug: string) => Effect.Effect<Option.Option<Snapshot>>
    /** The same without its bytes. */
    readonly describe: (robotId: RobotId, slug: string) => Effect.Effect<Option.Option<DescribedSnapshot>>
    /** How old an image is now, in milliseconds: since its capture, or since its arrival where its stamp is ahead of that. */
    readonly ageMs: (snapshot: DescribedSnapshot) => Effect.Effect<number>
  }
>()("@fleet/server/Snapshots") {
  static readonly layer = Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const records = yield* SnapshotRecords
      const homes = yield* RobotHomes
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const nowMs = () => clock.currentTimeMillisUnsafe()
      const parts: Parts<SnapshotPart> = yield* homes.register({
        open: (home) => new SnapshotPart(home, { put: records.put, run, nowMs }),
        flush: Effect.suspend(() =>
          Effect.forEach(
            parts.all().flatMap((part) => part.takeAll()),
            (snapshot) => Effect.ignoreCause(records.put(snapshot), { log: true }),
            { discard: true }
          )
        )
      })

      const orWaiting =
        <A extends DescribedSnapshot>(
          read: (key: { robotId: RobotId; slug: string }) => Effect.Effect<Option.Option<A>>
        ) =>
        (robotId: RobotId, slug: string): Effect.Effect<Option.Option<Snapshot | A>> =>
          Effect.suspend((): Effect.Effect<Option.Option<Snapshot | A>> => {
            const waiting = parts.of(robotId)?.waiting(slug) ?? null
            return waiting === null ? read({ robotId, slug }) : Effect.succeed(Option.some(waiting))
          })

      return Snapshots.of({
        newest: orWaiting(records.find),
        describe: orWaiting(records.describe),
        ageMs: ({ received_at_ms, timestamp_ms }) =>
          Effect.sync(() => Math.max(0, Math.round(nowMs() - Math.min(timestamp_ms, received_at_ms))))
      })
    })
  )
}
