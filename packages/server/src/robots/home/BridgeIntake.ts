import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { appliedHealth } from "../bridges/appliedHealth.ts"
import { BridgeRecords } from "../bridges/BridgeRecords.ts"
import { HealthReports } from "../health/HealthReports.ts"
import type { BridgeLink } from "./RobotHome.ts"

/** Dispatches frames of a connected bridge to the parts of its robot, and live samples to the bus. */
export class BridgeIntake extends Context.Service<
  BridgeIntake,
  {
    /** One sample of a published datapoint; others are counted and dropped. */
    readonly sample: (
      link: BridgeLink,
      slug: string,
      json: string,
      timestampMs: number,
      backfill: boolean,
      nowMs: number
    ) => void
    /** A frame that should have been a sample or a still, where it names a published datapoint or camera. */
    readonly unreadable: (link: BridgeLink, slug: string, reason: string, nowMs: number) => void
    readonly message: (link: BridgeLink, message: BridgeMessage) => void
    readonly snapshot: (link: BridgeLink, header: SnapshotHeader, image: Uint8Array) => void
  }
>()("@fleet/server/BridgeIntake") {
  static readonly layer = Layer.effect(
    BridgeIntake,
    Effect.gen(function* () {
      const bus = yield* Bus
      const records = yield* BridgeRecords
      const reports = yield* HealthReports
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()

      const keep = (work: Effect.Effect<void>) =>
        void run(
          Effect.catchCause(work, (cause) => Effect.logError("config_applied of a bridge could not be stored", cause))
        )

      return BridgeIntake.of({
        sample: ({ home }, named, json, timestampMs, backfill, nowMs) => {
          const slug = home.slugOf(named)
          const exposure = home.published.exposures.get(slug)
          if (exposure?.kind !== "datapoint" || exposure.slug !== slug) {
            counters.samples_unpublished_total++
            return
          }
          const sample = { type: "sample", robotId: home.robotId, slug, json, timestampMs } as const
          home.sample(sample, exposure.config, backfill, nowMs)
          if (backfill) return
          bus.publishRobot(sample)
          const alias = home.published.aliases?.get(slug)
          if (alias !== undefined) bus.publishRobot({ ...sample, slug: alias })
        },

        unreadable: ({ home }, named, reason, nowMs) => {
          const slug = home.slugOf(named)
          const exposure = home.published.exposures.get(slug)
          if (exposure?.slug !== slug) return
          if (exposure.kind === "datapoint" || exposure.kind === "camera") home.unreadable(slug, reason, nowMs)
        },

        message: ({ home }, message) => {
          if (message.type === "config_applied" && message.version <= home.published.version) {
            home.applied(message.version)
            keep(records.applied(home.robotId, message))
            return reports.observe(appliedHealth(home, message, clock.currentTimeMillisUnsafe()))
          }
          if (!home.message(message, clock.currentTimeMillisUnsafe())) counters.bridge_frames_ignored_total++
        },

        snapshot: ({ home }, named, image) => {
          const slug = home.slugOf(named.slug)
          const header = slug === named.slug ? named : { ...named, slug }
          const exposure = home.published.exposures.get(slug)
          if (exposure?.kind !== "camera" || exposure.slug !== slug) {
            counters.samples_unpublished_total++
            return
          }
          if (!home.snapshot(header, image)) counters.bridge_frames_ignored_total++
        }
      })
    })
  )
}
