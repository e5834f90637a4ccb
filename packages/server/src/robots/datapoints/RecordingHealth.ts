import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { sweep } from "../../platform/schedule/sweep.ts"

/** Why samples of an org are not recorded, the gravest first: what holds, its state, and its counter. */
const losses = {
  max_retention_bytes: { state: "over_quota", counter: "samples_unrecorded_over_quota_total" },
  max_retention_writes_per_minute: { state: "over_quota", counter: "samples_unrecorded_over_quota_total" },
  queue_full: { state: "failed", counter: "samples_unrecorded_queue_full_total" },
  refused: { state: "failed", counter: "samples_unrecorded_refused_total" },
  stamped_ahead: { state: "failed", counter: "samples_unrecorded_stamped_ahead_total" },
  stamped_old: { state: "failed", counter: "samples_unrecorded_stamped_old_total" }
} as const
export type Loss = keyof typeof losses
const byGravity = Object.keys(losses) as ReadonlyArray<Loss>

/** A loss is over after so long without another: a quota of a minute may be hit once in each. */
const recoveryMs = 120_000

interface Health {
  /** When a sample was lost last, for each reason that lasts. */
  readonly lostAtMs: Map<Loss, number>
  published: Loss | null
}

/** Counts samples that are not recorded, and publishes to org activity when such a loss begins and when it is over. */
export class RecordingHealth extends Context.Service<
  RecordingHealth,
  {
    /** Synchronous and cheap: it may be called for every sample. */
    readonly lost: (orgId: OrgId, loss: Loss) => void
  }
>()("@fleet/server/RecordingHealth") {
  static readonly layer = Layer.effect(
    RecordingHealth,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const counters = yield* Counters
      const orgs = new Map<OrgId, Health>()

      /** Publishes the gravest loss, if it changed. */
      const publish = (orgId: OrgId, health: Health, nowMs: number) => {
        const loss = byGravity.find((each) => health.lostAtMs.has(each)) ?? null
        if (loss === health.published) return
        health.published = loss
        bus.publishActivity(orgId, {
          at: DateTime.makeUnsafe(nowMs),
          kind: "health",
          severity: loss === null ? "info" : "warning",
          robot_id: null,
          subject: "retention",
          detail: { facet: "recording", state: loss === null ? "ok" : losses[loss].state, reason: loss }
        })
      }

      yield* sweep("1 second", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [orgId, health] of orgs) {
          for (const [loss, atMs] of health.lostAtMs)
            if (Math.abs(nowMs - atMs) >= recoveryMs) health.lostAtMs.delete(loss)
          publish(orgId, health, nowMs)
          if (health.lostAtMs.size === 0) orgs.delete(orgId)
        }
      })

      return RecordingHealth.of({
        lost: (orgId, loss) => {
          counters[losses[loss].counter]++
          const nowMs = clock.currentTimeMillisUnsafe()
          let health = orgs.get(orgId)
          if (health === undefined) orgs.set(orgId, (health = { lostAtMs: new Map(), published: null }))
          const lasts = health.lostAtMs.has(loss)
          health.lostAtMs.set(loss, nowMs)
          if (!lasts) publish(orgId, health, nowMs)
        }
      })
    })
  )
}
