import type { OrgId } from "@fleet/domain/Ids"
import type { NoticedLimit, PlanNotice } from "@fleet/domain/PlanNotices"
import { Context, DateTime, Effect, Layer } from "effect"
import { Outbox } from "../../mail/Outbox.ts"
import { Bus } from "../../platform/bus/Bus.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { WebhookEvents } from "../../webhooks/WebhookEvents.ts"
import { Plans } from "../Plans.ts"
import { planOf, PlanTable } from "../PlanTable.ts"
import { UsageCounters } from "../UsageCounters.ts"
import { type DueNotice, type NoticedOrg, type NoticedUse, NoticeStore } from "./NoticeStore.ts"
import { reachedNotices } from "./reachedNotices.ts"

/** Orgs that one statement looks at. */
const orgsAtOnce = 500

/** From which percentage on the Owners are mailed. */
const mailedFrom = 80

/** Those of periods that have ended are kept so long. */
const keptDays = 60

const mailedForDays = 7

const severityOf = { 50: "info", 80: "warning", 100: "error" } as const

const monthEnd = (now: DateTime.Utc) => DateTime.add(DateTime.startOf(now, "month"), { months: 1 })

/** Live video has the UTC month's period, whatever was paid for. */
const periodOf = (limit: NoticedLimit, period: DateTime.Utc, now: DateTime.Utc) =>
  DateTime.toDateUtc(limit === "live_video_ms_per_month" ? monthEnd(now) : period)

/** Tells organisations, once a period, that they have used 50, 80 and 100 percent of a limit. */
export class Notices extends Context.Service<
  Notices,
  {
    /** Looks at every org that has limits, and tells what was not told. Reads alone where there is nothing to tell. */
    readonly sweep: Effect.Effect<void>
    readonly deleteOld: Effect.Effect<void>
  }
>()("@fleet/server/Notices") {
  static readonly layer = Layer.effect(
    Notices,
    Effect.gen(function* () {
      const store = yield* NoticeStore
      const plans = yield* Plans
      const table = yield* PlanTable
      const counters = yield* UsageCounters
      const transaction = yield* Transaction
      const webhooks = yield* WebhookEvents
      const outbox = yield* Outbox
      const bus = yield* Bus

      const mail = (orgId: OrgId, notice: PlanNotice, to: string, now: DateTime.Utc) =>
        outbox.post({
          kind: "plan_notice",
          to,
          orgId,
          appId: null,
          displayName: null,
          roleId: null,
          link: null,
          code: null,
          notice,
          expiresAt: DateTime.toDateUtc(DateTime.add(now, { days: mailedForDays })),
          send: true
        })

      /** As the plan says it now. What is written is told: all of it follows from the commit of its row. */
      const tell = Effect.fn("Notices.tell")(function* (orgId: OrgId) {
        const now = yield* DateTime.now
        const plan = yield* plans.describe(orgId)
        const due = reachedNotices(plan).map((notice): DueNotice => {
          return { ...notice, periodEndsAt: periodOf(notice.limit, plan.period_ends_at, now) }
        })
        const told = yield* store.tell(orgId, due, DateTime.toDateUtc(now))
        if (told.length === 0) return
        const owners = yield* store.owners(orgId)
        for (const { periodEndsAt: _, ...notice } of told) {
          yield* webhooks.emit([
            { type: "usage.threshold", orgId, robotId: null, atMs: now.epochMilliseconds, data: () => notice }
          ])
          if (notice.percent >= mailedFrom) for (const to of owners) yield* mail(orgId, notice, to, now)
          const event = {
            at: now,
            kind: "health",
            severity: severityOf[notice.percent],
            robot_id: null,
            subject: "plan",
            detail: notice
          } as const
          yield* transaction.afterCommit(Effect.sync(() => bus.publishOrg(orgId, { type: "activity", event })))
        }
      }, transaction.run)

      const hasNews = Effect.fnUntraced(function* ({ told, ...use }: NoticedUse, org: NoticedOrg, now: DateTime.Utc) {
        const live_video_ms_this_month = use.has_live_video ? yield* counters.monthOfApps(use.id, "live_session_ms") : 0
        const { limits } = planOf(table, org)
        return reachedNotices({ limits, usage: { ...use, live_video_ms_this_month } }).some(({ limit, percent }) => {
          const endsMs = periodOf(limit, org.period_ends_at ?? monthEnd(now), now).getTime()
          return !told.some(
            (each) => each.limit === limit && each.percent === percent && each.period_ends_at.getTime() === endsMs
          )
        })
      })

      const hasLimits = (org: NoticedOrg) => Object.values(planOf(table, org).limits).some((limit) => limit !== null)

      const sweepSome = Effect.fnUntraced(function* (orgs: ReadonlyArray<NoticedOrg>) {
        if (orgs.length === 0) return
        const now = yield* DateTime.now
        const day = DateTime.formatIsoDateUtc(now)
        const uses = yield* store.uses({ ids: orgs.map(({ id }) => id), now: DateTime.toDateUtc(now), day })
        const byId = new Map(orgs.map((org) => [org.id, org]))
        for (const use of uses) {
          if (!(yield* hasNews(use, byId.get(use.id)!, now))) continue
          yield* Effect.catchDefect(tell(use.id), (defect) =>
            Effect.logError("a notice of a plan's limit could not be told", use.id, defect)
          )
        }
      })

      const sweep = Effect.gen(function* () {
        let after: OrgId | null = null
        for (;;) {
          const orgs: ReadonlyArray<NoticedOrg> = yield* store.orgs(after, orgsAtOnce)
          yield* sweepSome(orgs.filter(hasLimits))
          if (orgs.length < orgsAtOnce) return
          after = orgs.at(-1)!.id
        }
      })

      const deleteOld = Effect.gen(function* () {
        const before = DateTime.toDateUtc(DateTime.subtract(yield* DateTime.now, { days: keptDays }))
        while ((yield* store.deleteOld(before)) > 0);
      })

      return Notices.of({
        sweep: Effect.withSpan(sweep, "Notices.sweep"),
        deleteOld: Effect.withSpan(deleteOld, "Notices.deleteOld")
      })
    })
  )
}
