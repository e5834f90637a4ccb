import type { LowBandwidth } from "@fleet/domain/RobotConfig/LowBandwidth"
import { Clock, Context, Effect, Layer } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { initialJudgement, judge, linkSettings } from "./Judge.ts"

/** A lag the cloud reported longer ago than this says nothing any more. */
const lagValidMs = 30_000

/** Decides each second whether the link is slow, and tells the cloud. */
export class LinkModes extends Context.Service<
  LinkModes,
  {
    /** The rate datapoints are held to; undefined while the link is good. */
    readonly ceilingHz: () => number | undefined
    /** What is asked of cameras; null while the link is good. */
    readonly cameras: () => { readonly camera: "reduce" | "stop"; readonly kbps: number } | null
    /** The cloud's latest measurement, with each ping. */
    readonly onLag: (lagMs: number | null) => void
    readonly configure: (config: LowBandwidth | undefined) => void
    /** The lag the cloud reported last, in milliseconds and while it is valid, and the mode. */
    readonly state: () => { readonly lagMs: number | null; readonly lowBandwidth: boolean }
    /** Tells the cloud the mode as it is. */
    readonly announce: () => void
  }
>()("@fleet/bridge/LinkModes") {
  static readonly layer = Layer.effect(
    LinkModes,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const clock = yield* Clock.Clock
      let settings = linkSettings(undefined)
      let judgement = initialJudgement
      let atMs = clock.currentTimeMillisUnsafe()
      let lag: { readonly ms: number | null; readonly atMs: number } = { ms: null, atMs }

      const announce = () =>
        outbox.send({ type: "link_mode", low_bandwidth: judgement.low, reason: judgement.reason, at_ms: atMs })

      const lagAt = (now: number) => (now - lag.atMs <= lagValidMs ? lag.ms : null)

      const decide = () => {
        const now = clock.currentTimeMillisUnsafe()
        const next = judge(judgement, settings, { lagMs: lagAt(now), dwellMs: outbox.dwellP95() }, now)
        const changed = next.low !== judgement.low || next.reason !== judgement.reason
        judgement = next
        if (!changed) return
        atMs = now
        announce()
      }

      yield* Effect.sync(decide).pipe(Effect.delay("1 second"), Effect.forever, Effect.forkScoped)

      return LinkModes.of({
        ceilingHz: () => (judgement.low ? settings.datapoint_max_hz : undefined),
        cameras: () => (judgement.low ? { camera: settings.camera, kbps: settings.camera_bitrate_kbps } : null),
        onLag: (ms) => {
          lag = { ms, atMs: clock.currentTimeMillisUnsafe() }
        },
        configure: (config) => {
          settings = linkSettings(config)
          decide()
        },
        state: () => ({ lagMs: lagAt(clock.currentTimeMillisUnsafe()), lowBandwidth: judgement.low }),
        announce
      })
    })
  )
}
