import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { LiveJobs } from "../jobs/LiveJobs.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { BridgeRecords } from "../bridges/BridgeRecords.ts"
import { Bridges } from "../bridges/Bridges.ts"
import { Snapshots } from "../cameras/Snapshots.ts"
import { Latest } from "../datapoints/Latest.ts"
import { Recorder } from "../datapoints/Recorder.ts"
import type { BridgeSession } from "./BridgeSession.ts"

/** What becomes of a connected bridge's frames. */
export class BridgeIntake extends Context.Service<
  BridgeIntake,
  {
    /** Keeps, records and spreads one sample of a published datapoint; others are counted and dropped. */
    readonly sample: (
      session: BridgeSession,
      slug: string,
      json: string,
      timestampMs: number,
      backfill: boolean
    ) => void
    /** The session has a configuration that may no longer publish what it did before. */
    readonly configured: (session: BridgeSession) => void
    readonly message: (session: BridgeSession, message: BridgeMessage) => void
    readonly snapshot: (session: BridgeSession, header: SnapshotHeader, image: Uint8Array) => void
  }
>()("@fleet/server/BridgeIntake") {
  static readonly layer = Layer.effect(
    BridgeIntake,
    Effect.gen(function* () {
      const bus = yield* Bus
      const latest = yield* Latest
      const recorder = yield* Recorder
      const liveJobs = yield* LiveJobs
      const bridges = yield* Bridges
      const records = yield* BridgeRecords
      const snapshots = yield* Snapshots
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()

      const keep = (work: Effect.Effect<void>) =>
        void run(Effect.catchCause(work, (cause) => Effect.logError("what a bridge said could not be kept", cause)))

      return BridgeIntake.of({
        sample: (session, slug, json, timestampMs, backfill) => {
          const exposure = session.published?.exposures.get(slug)
          if (exposure?.kind !== "datapoint") {
            counters.samples_unpublished_total++
            return
          }
          const { orgId, robotId } = session.link!
          const sample = { type: "sample", robotId, slug, json, timestampMs } as const
          latest.set(sample, backfill)
          recorder.record(orgId, exposure.config.retention, sample)
          if (!backfill) bus.publish(sample)
        },

        configured: ({ link, published }) => {
          if (link === null) return
          const isPublished = (slug: string) => published?.exposures.get(slug)?.kind === "datapoint"
          latest.retain(link.robotId, isPublished)
          recorder.retain(link.robotId, isPublished)
        },

        message: (session, message) => {
          const { robotId } = session.link!
          const nowMs = clock.currentTimeMillisUnsafe()
          switch (message.type) {
            case "job_update":
              if (message.origin === "external" && session.published?.exposures.get(message.slug)?.kind !== "action") {
                counters.bridge_frames_ignored_total++
                return
              }
              return liveJobs.onUpdate(robotId, message, nowMs)
            case "job_status":
              return liveJobs.onStatus(robotId, message, nowMs)
            case "job_lost":
              return liveJobs.onLost(robotId, message, nowMs)
            case "config_applied":
              if (message.version > (session.published?.version ?? 0)) {
                counters.bridge_frames_ignored_total++
                return
              }
              return keep(records.applied(robotId, message))
            case "cancel_result":
            case "introspect":
            case "type_definitions":
              if (!bridges.answer(robotId, message)) counters.bridge_frames_ignored_total++
              return
            default:
              counters.bridge_frames_ignored_total++
          }
        },

        snapshot: (session, header, image) => {
          if (session.published?.exposures.get(header.slug)?.kind !== "camera") {
            counters.samples_unpublished_total++
            return
          }
          if (!snapshots.keep(session.link!.robotId, header, image)) counters.bridge_frames_ignored_total++
        }
      })
    })
  )
}
