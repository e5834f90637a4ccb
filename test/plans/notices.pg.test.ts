import { assert, it, layer } from "@effect/vitest"
import type { AppId } from "@fleet/domain/Ids"
import { Notices } from "@fleet/server/plans/notices/Notices"
import { UsageCounters } from "@fleet/server/plans/UsageCounters"
import { Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { eventually } from "../robots/jobs/world.ts"
import { TestDatabase } from "../support/Database.ts"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { password } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { generous, makeDoor, post, stranger } from "../support/signIn.ts"
import { testApp } from "../support/TestApp.ts"
import { listen, writtenTo } from "../webhooks/world.ts"
import { setPlan } from "./planWorld.ts"

type World = Effect.Success<typeof makeDoor>

const settings = { outboundAllow: ["127.0.0.0/8"], rateLimits: generous }

/** App users of an org, all in all: the rest is added beside the service. */
const haveUsers = Effect.fnUntraced(function* ({ app, observe, orgId }: World, many: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO app_users (org_id, app_id, email, role_id, status)
    SELECT ${orgId}, ${app.id}, gen_random_uuid() || '@example.com', ${observe.id}, 'blocked'
    FROM generate_series(1, ${many}::int - (SELECT count(*) FROM app_users WHERE org_id = ${orgId})::int)`
})

/** What is stored of notices: the rows, the messages of webhooks, and the mails to Owners, by percentage. */
const told = Effect.fnUntraced(function* (orgId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ text: string }>`
    SELECT limit_name || ' ' || percent AS text FROM plan_notices WHERE org_id = ${orgId}
    ORDER BY period_ends_at, limit_name, percent`
  const [mails] = yield* sql<{ count: number }>`
    SELECT count(*)::int AS count FROM work_items WHERE org_id = ${orgId} AND kind = 'plan_notice'`
  const messages = (yield* writtenTo(orgId)).map(({ data }) => `${data.limit} ${data.percent}`)
  return { rows: rows.map(({ text }) => text), messages: messages.toSorted(), mails: mails!.count }
})

const ofUsers = (...percents: ReadonlyArray<number>) => percents.map((percent) => `app_users ${percent}`)
const each = ofUsers(50, 80, 100)
const all = { rows: each, messages: each.toSorted(), mails: 2 }

const aWorld = Effect.gen(function* () {
  const world = yield* makeDoor
  const { receiver, messages } = yield* listen(world, ["usage.threshold"], { robot_ids: [] })
  return { ...world, receiver, messages }
})

const aMinute = TestClock.adjust("1 minute")

/** What is told once a sweep has looked, and so what is not told too. */
const afterSweep = (orgId: string) =>
  Effect.andThen(
    Effect.flatMap(Notices, ({ sweep }) => sweep),
    told(orgId)
  )

layer(testAppWithMail(settings), { timeout: "120 seconds" })("notices of a plan's use", (it) => {
  it.effect(
    "are told within a minute by an org event, a webhook and from 80 % on a mail, at the number and not before",
    () =>
      Effect.gen(function* () {
        const mails = yield* MailSink
        const world = yield* aWorld
        yield* setPlan(world.orgId, "plus")
        const client = yield* connectRealtime(world.owner.token)
        client.send({ type: "org_event_subscribe" })
        yield* client.settled
        const severities = { 50: "info", 80: "warning", 100: "error" } as const
        for (const [index, [used, percent]] of (
          [
            [13, 50],
            [20, 80],
            [25, 100]
          ] as const
        ).entries()) {
          yield* haveUsers(world, used - 1)
          assert.lengthOf((yield* afterSweep(world.orgId)).rows, index)
          yield* haveUsers(world, used)
          yield* aMinute
          const notice = { limit: "app_users", used, max: 25, percent, hard: true }
          const event = yield* client.next("org_event", ({ subject }) => subject === "plan")
          assert.deepInclude(event, { kind: "health", severity: severities[percent], robot_id: null, detail: notice })
          const message = (yield* world.messages(index + 1)).at(-1)
          assert.deepInclude(message, { type: "usage.threshold", org_id: world.orgId, robot_id: null, data: notice })
          if (percent < 80) continue
          // The mail is sent by a worker, which may have to come back to it.
          const sent = () => mails.mails.filter(({ to }) => to === world.owner.email).length
          yield* eventually(Effect.map(TestClock.adjust("1 second"), sent), (count) => count === index)
          const { subject, text } = yield* mails.waitFor(world.owner.email)
          assert.include(subject, `has used ${percent}% of its app users`)
          assert.include(text, `uses ${used} of the 25 app users`)
          assert.include(text, percent === 100 ? "More is refused until" : "At 100% more is refused")
        }
        assert.deepStrictEqual(yield* afterSweep(world.orgId), all)
        // Every developer sees it; Owners alone are mailed.
        assert.isUndefined(mails.mails.find(({ to }) => to === world.developer.email))
      })
  )

  it.effect("are told once in a period, however use falls and rises and the plan changes, and again in the next", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* aWorld
      yield* setPlan(world.orgId, "basic")
      yield* haveUsers(world, 8)
      const first = { rows: ofUsers(50, 80), messages: ofUsers(50, 80), mails: 1 }
      assert.deepStrictEqual(yield* afterSweep(world.orgId), first)
      yield* sql`DELETE FROM app_users WHERE org_id = ${world.orgId} AND status = 'blocked'`
      assert.deepStrictEqual(yield* afterSweep(world.orgId), first)
      yield* haveUsers(world, 9)
      assert.deepStrictEqual(yield* afterSweep(world.orgId), first)
      yield* setPlan(world.orgId, "plus")
      yield* haveUsers(world, 20)
      assert.deepStrictEqual(yield* afterSweep(world.orgId), first)
      // As if all of that had been in the month before.
      yield* sql`
        UPDATE plan_notices SET period_ends_at = ${new Date(Date.UTC(1970, 0, 1))} WHERE org_id = ${world.orgId}`
      const rows = [...first.rows, ...first.rows]
      assert.deepStrictEqual(yield* afterSweep(world.orgId), { rows, messages: rows.toSorted(), mails: 2 })
    })
  )

  it.effect("are told of live video by the UTC month, as its milliseconds are counted", () =>
    Effect.gen(function* () {
      const counters = yield* UsageCounters
      const world = yield* aWorld
      yield* setPlan(world.orgId, "basic")
      const watch = (ms: number) =>
        Effect.sync(() => counters.add(world.orgId, world.app.id as AppId, "live_session_ms", ms))
      yield* watch(17_999_999)
      yield* counters.flush
      assert.deepStrictEqual((yield* afterSweep(world.orgId)).rows, [])
      yield* watch(1)
      yield* aMinute
      const limit = "live_video_ms_per_month"
      const rows = yield* eventually(told(world.orgId), ({ rows }) => rows.length > 0)
      assert.deepStrictEqual(rows, { rows: [`${limit} 50`], messages: [`${limit} 50`], mails: 0 })
      const [{ data }] = yield* world.messages(1)
      assert.deepStrictEqual(data, { limit, used: 18_000_000, max: 36_000_000, percent: 50, hard: true })
    })
  )

  it.effect("are told of no limit that is below 10, and of no plan without limits", () =>
    Effect.gen(function* () {
      const world = yield* aWorld
      const sql = yield* SqlClient.SqlClient
      yield* haveUsers(world, 60)
      assert.deepStrictEqual((yield* afterSweep(world.orgId)).rows, [])
      yield* sql`DELETE FROM app_users WHERE org_id = ${world.orgId} AND status = 'blocked'`
      yield* setPlan(world.orgId, "basic")
      assert.deepStrictEqual((yield* afterSweep(world.orgId)).rows, [])
    })
  )

  it.effect("of 50 who register at once are told once each, while many sweeps look", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Notices
      const world = yield* aWorld
      yield* setPlan(world.orgId, "pro")
      const registrations = Array.from({ length: 50 }, () => post("register", { ...world.at(stranger()), password }))
      const looks = Effect.replicateEffect(sweep, 10, { concurrency: "unbounded", discard: true })
      const [answers] = yield* Effect.all([Effect.all(registrations, { concurrency: "unbounded" }), looks], {
        concurrency: "unbounded"
      })
      // One of the 50 places was taken before.
      assert.lengthOf(
        answers.filter(({ status }) => status === 202),
        49
      )
      yield* looks
      assert.deepStrictEqual(yield* told(world.orgId), all)
    })
  )

  it.effect("that cannot be told whole leave nothing, and are told by the next sweep", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* aWorld
      yield* setPlan(world.orgId, "basic")
      yield* haveUsers(world, 10)
      yield* sql`
        CREATE FUNCTION refuse_notices() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no notices now'; END $$`
      yield* sql`
        CREATE TRIGGER refuse_notices BEFORE INSERT ON work_items FOR EACH ROW WHEN (NEW.kind = 'plan_notice')
        EXECUTE FUNCTION refuse_notices()`
      assert.deepStrictEqual(yield* afterSweep(world.orgId), { rows: [], messages: [], mails: 0 })
      yield* sql`DROP TRIGGER refuse_notices ON work_items`
      assert.deepStrictEqual(yield* afterSweep(world.orgId), all)
    })
  )

  it.effect("are deleted 60 days after their period, and with their org", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { deleteOld, sweep } = yield* Notices
      const world = yield* aWorld
      yield* setPlan(world.orgId, "basic")
      yield* haveUsers(world, 5)
      yield* sweep
      const count = sql`SELECT FROM plan_notices WHERE org_id = ${world.orgId}`.pipe(Effect.map(({ length }) => length))
      const [row] = yield* sql<{ ends: Date }>`
        SELECT period_ends_at AS ends FROM plan_notices WHERE org_id = ${world.orgId}`
      const endOf = (ms: number) =>
        sql`UPDATE plan_notices SET period_ends_at = ${new Date(ms)} WHERE org_id = ${world.orgId}`
      const nowMs = yield* Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis)
      assert.isAbove(row!.ends.getTime(), nowMs)
      yield* endOf(nowMs - 60 * 86_400_000)
      yield* deleteOld
      assert.strictEqual(yield* count, 1)
      yield* endOf(nowMs - 60 * 86_400_000 - 1)
      yield* deleteOld
      assert.strictEqual(yield* count, 0)
    })
  )
})

it.effect(
  "notices are told once by two servers on one database, and by those that start after them",
  () =>
    Effect.gen(function* () {
      const database = yield* Layer.build(TestDatabase)
      const server = (life: Scope.Scope) =>
        Layer.buildWithScope(Layer.fresh(testApp(settings, Layer.succeedContext(database))), life)
      const life = yield* Scope.make()
      const servers = [yield* server(life), yield* server(life)]
      const world = yield* Effect.provide(aWorld, servers[0]!)
      yield* Effect.provide(Effect.andThen(setPlan(world.orgId, "basic"), haveUsers(world, 10)), servers[0]!)
      const sweeps = servers.flatMap((each) =>
        Array.from({ length: 5 }, () => Effect.provide(afterSweep(world.orgId), each))
      )
      yield* Effect.all(sweeps, { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* Effect.provide(told(world.orgId), servers[1]!), all)
      yield* Scope.close(life, Exit.void)
      const next = yield* server(yield* Effect.scope)
      assert.deepStrictEqual(yield* Effect.provide(afterSweep(world.orgId), next), all)
    }),
  120_000
)
