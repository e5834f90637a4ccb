import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { everySync } from "../../platform/schedule/every.ts"
import { HealthReports } from "../health/HealthReports.ts"

/** Why samples of an org are not recorded, or late, the gravest first: what holds, its state, and its counter. */
const losses = {
  max_retention_bytes: { state: "over_quota", counter: "samples_unrecorded_over_quota_total" },
  max_retention_writes_per_minute: { state: "over_quota", counter: "samples_unrecorded_over_quota_total" },
  queue_full: { state: "failed", counter: "samples_unrecorded_queue_full_total" },
  refused: { state: "failed", counter: "samples_unrecorded_refused_total" },
  delayed: { state: "failed", counter: null },
  stamped_ahead: { state: "failed", counter: "samples_unrecorded_stamped_ahead_total" },
  stamped_old: { state: "failed", counter: "samples_unrecorded_stamped_old_total" }
} as const
type Cause = keyof typeof losses
export type Loss = Exclude<Cause, "delayed">
const byGravity = Object.keys(losses) as ReadonlyArray<Cause>

/** A loss is over after so long without another: a quota of a minute may be hit once in each. A delay is reported each second. */
const recoveryMs = (cause: Cause) => (cause === "delayed" ? 2_000 : 120_000)

/** A lasting loss is reported again after so long, so that other processes, and a restart, know of it. */
const retellMs = 30_000

interface Health {
  /** When a sample was lost last, or late, for each reason that lasts. */
  readonly lostAtMs: Map<Cause, number>
  reported: Cause | null
  reportedMs: number
  /** The report of a delay, and how long it was. It is reported anew once it has doubled. */
  delay: { readonly ageMs: number; readonly text: string }
}

const delayText = (ageMs: number, samples: number, perSecond: number) =>
  `delayed: ${samples} samples wait, the oldest for ${Math.round(ageMs / 1000)} s; ${Math.round(perSecond)} are recorded a second`

/** Counts samples that are not recorded, and reports to the health of the org when such a loss begins and is over. */
export class HistoryHealth extends Context.Service<
  HistoryHealth,
  {
    /** Synchronous and cheap: it may be called for every sample. */
    readonly lost: (orgId: OrgId, loss: Loss) => void
    /** So many samples of an org wait, the oldest for so long; so many are recorded a second. Told while it lasts. */
    readonly delayed: (orgId: OrgId, ageMs: number, samples: number, perSecond: number) => void
  }
>()("@fleet/server/HistoryHealth") {
  static readonly layer = Layer.effect(
    HistoryHealth,
    Effect.gen(function* () {
      const reports = yield* HealthReports
      const clock = yield* Clock.Clock
      const counters = yield* Counters
      const orgs = new Map<OrgId, Health>()

      const report = (orgId: OrgId, loss: Cause | null, observedAtMs: number, text: string | null = loss) =>
        reports.observe({
          orgId,
          robotId: null,
          kind: "retention",
          ref: "retention",
          facet: "recording",
          state: loss === null ? "ok" : losses[loss].state,
          reason: text,
          observedAtMs
        })

      /** Reports the gravest loss, where it changed or was reported long ago. */
      const tell = (orgId: OrgId, health: Health, nowMs: number) => {
        const loss = byGravity.find((each) => health.lostAtMs.has(each)) ?? null
        if (loss === null || (loss === health.reported && Math.abs(nowMs - health.reportedMs) < retellMs)) return
        health.reported = loss
        health.reportedMs = nowMs
        const text = loss === "delayed" ? health.delay.text : loss
        report(orgId, loss, Math.max(...health.lostAtMs.values()), text)
      }

      const note = (orgId: OrgId, cause: Cause, noteMore: (health: Health) => void = () => undefined) => {
        const nowMs = clock.currentTimeMillisUnsafe()
        let health = orgs.get(orgId)
        if (health === undefined)
          orgs.set(
            orgId,
            (health = { lostAtMs: new Map(), reported: null, reportedMs: nowMs, delay: { ageMs: 0, text: "" } })
          )
        health.lostAtMs.set(cause, nowMs)
        noteMore(health)
        tell(orgId, health, nowMs)
      }

      yield* everySync("1 second", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [orgId, health] of orgs) {
          let lastMs = 0
          for (const [loss, atMs] of health.lostAtMs) {
            lastMs = Math.max(lastMs, atMs)
            if (Math.abs(nowMs - atMs) >= recoveryMs(loss)) health.lostAtMs.delete(loss)
          }
          if (health.lostAtMs.size > 0) tell(orgId, health, nowMs)
          else {
            orgs.delete(orgId)
            report(orgId, null, lastMs)
          }
        }
      })

      return HistoryHealth.of({
        lost: (orgId, loss) => {
          counters[losses[loss].counter]++
          note(orgId, loss)
        },
        delayed: (orgId, ageMs, samples, perSecond) =>
          note(orgId, "delayed", (health) => {
            const isKnown = health.reported === "delayed" && ageMs < 2 * health.delay.ageMs
            if (isKnown) return
            health.delay = { ageMs, text: delayText(ageMs, samples, perSecond) }
            if (health.reported === "delayed") health.reported = null
          })
      })
    })
  )
}
