import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { makeRobot } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { auditOf } from "../robots/jobs/world.ts"
import { anOrg, aWebhook, path, ping, WebhooksApp } from "./world.ts"

const url = "https://hooks.example.com/fleet"
const events = ["alert.firing"]

layer(WebhooksApp, { timeout: "60 seconds" })("routes of webhooks", (it) => {
  it.effect("a webhook is made with its defaults, read, listed oldest first, changed and deleted", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const made = yield* call("POST", path, { as: org.as, body: { url, events } })
      assert.strictEqual(made.status, 201)
      const { secret, webhook } = made.body
      assert.deepStrictEqual(Object.keys(made.body).toSorted(), ["secret", "webhook"])
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(Buffer.from(secret.slice(6), "base64").length, 32)
      const { created_at, id, updated_at, ...rest } = webhook
      assert.deepStrictEqual(rest, { url, description: null, events, robot_ids: null, enabled: true })
      assert.strictEqual(created_at, updated_at)

      yield* TestClock.adjust(1)
      const second = yield* aWebhook(org, `${url}/2`, { description: "d".repeat(200), enabled: false })
      const { as } = { as: org.developer.token }
      assert.deepStrictEqual((yield* call("GET", `${path}/${id}`, { as })).body, webhook)
      const list = yield* call("GET", path, { as })
      assert.deepStrictEqual(list.body, { webhooks: [webhook, second.webhook] })

      const change = { url: `${url}/new`, events: ["job.ended", "robot.online"], description: "x", enabled: false }
      const changed = yield* call("PATCH", `${path}/${id}`, { as: org.as, body: change })
      assert.strictEqual(changed.status, 200)
      assert.deepStrictEqual(Object.keys(changed.body), ["webhook"])
      assert.deepStrictEqual({ ...changed.body.webhook, updated_at }, { ...webhook, ...change })
      const same = yield* call("PATCH", `${path}/${id}`, { as: org.as })
      assert.deepStrictEqual(same.body, changed.body)

      assert.strictEqual((yield* call("DELETE", `${path}/${id}`, { as: org.as })).status, 204)
      assert.deepStrictEqual(refusal(yield* call("GET", `${path}/${id}`, { as })), [404, "not_found"])
      const audit = yield* auditOf(org, "webhook.created", "webhook.updated", "webhook.deleted")
      assert.deepStrictEqual(
        audit.map(({ action, details, target_id }) => [action, target_id, details?.fields ?? null]),
        [
          ["webhook.created", id, null],
          ["webhook.created", second.id, null],
          ["webhook.updated", id, ["url", "events", "description", "enabled"]],
          ["webhook.deleted", id, null]
        ]
      )
    })
  )

  it.effect("a secret is shown when it is made and when it is rotated, and is sealed at rest", () =>
    Effect.gen(function* () {
      const { as } = yield* anOrg
      const { id, secret } = yield* aWebhook({ as }, url)
      const rotated = yield* call("PATCH", `${path}/${id}`, { as, body: { rotate_secret: true } })
      assert.strictEqual(rotated.status, 200)
      assert.match(rotated.body.secret, /^whsec_/)
      assert.notStrictEqual(rotated.body.secret, secret)
      const kept = yield* call("PATCH", `${path}/${id}`, { as, body: { rotate_secret: false } })
      assert.notProperty(kept.body, "secret")
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ secret: Uint8Array; previous_secret: Uint8Array }>`
        SELECT secret, previous_secret FROM webhooks WHERE id = ${id}`
      for (const bytes of [row!.secret, row!.previous_secret]) {
        const text = Buffer.from(bytes).toString("latin1")
        for (const each of [secret, rotated.body.secret]) {
          assert.notInclude(text, each)
          assert.notInclude(text, Buffer.from(each.slice(6), "base64").toString("latin1"))
        }
      }
    })
  )

  it.effect("fields of webhooks have their bounds, at POST and at PATCH", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, url)
      const { robot } = yield* makeRobot(org.owner.caller)
      const other = yield* makeRobot((yield* anOrg).owner.caller)
      const longest = `https://hooks.example.com/${"x".repeat(500 - 26)}`
      assert.lengthOf(longest, 500)
      const fine: ReadonlyArray<Readonly<Record<string, unknown>>> = [
        { url: longest },
        { url: "http://127.0.0.1:8080/" },
        { url: "http://name.example" },
        { events: Array.makeBy(10, () => "job.ended") },
        { description: "ü".repeat(200) },
        { robot_ids: [robot.id] },
        { robot_ids: Array.makeBy(1000, () => robot.id) },
        { robot_ids: [] }
      ]
      const wrong: ReadonlyArray<readonly [object, string, string]> = [
        [{ url: `${longest}x` }, "url", "too_long"],
        [{ url: "https://a.example/b\r\nX-Injected: 1" }, "url", "format"],
        [{ url: "https://a.exa\nmple/" }, "url", "format"],
        [{ url: " https://a.example/" }, "url", "format"],
        [{ url: "https:a.example" }, "url", "format"],
        [{ url: "https:/a.example" }, "url", "format"],
        [{ url: "https:///a.example" }, "url", "format"],
        [{ url: "" }, "url", "too_short"],
        [{ url: "hooks.example.com" }, "url", "format"],
        [{ url: "ftp://hooks.example.com" }, "url", "format"],
        [{ url: "https://10.0.0.1/" }, "url", "not_allowed"],
        [{ url: "https://[::1]/" }, "url", "not_allowed"],
        [{ url: "http://8.8.8.8/" }, "url", "not_allowed"],
        [{ url: "https://user:secret@hooks.example.com" }, "url", "not_allowed"],
        [{ url: null }, "url", "type"],
        [{ events: [] }, "events", "too_short"],
        [{ events: Array.makeBy(11, () => "job.ended") }, "events", "too_long"],
        [{ events: ["ping"] }, "events[0]", "invalid_value"],
        [{ description: "" }, "description", "too_short"],
        [{ description: "d".repeat(201) }, "description", "too_long"],
        [{ robot_ids: ["x"] }, "robot_ids[0]", "format"],
        [{ robot_ids: [robot.id, other.robot.id] }, "robot_ids[1]", "not_found"],
        [{ robot_ids: Array.makeBy(1001, () => robot.id) }, "robot_ids", "too_long"],
        [{ robot_ids: [randomUUID()] }, "robot_ids[0]", "not_found"],
        [{ enabled: 1 }, "enabled", "type"],
        [{ secret: "x" }, "secret", "unknown"]
      ]
      for (const fields of fine) {
        const { body, status } = yield* call("PATCH", `${path}/${id}`, { as: org.as, body: fields })
        assert.strictEqual(status, 200, JSON.stringify([fields, body]))
        yield* aWebhook(org, url, fields)
      }
      for (const [fields, field, rule] of wrong) {
        const made = yield* call("POST", path, { as: org.as, body: { url, events, ...fields } })
        assert.deepStrictEqual(refusal(made), invalid(field, rule), JSON.stringify(fields))
        const changed = yield* call("PATCH", `${path}/${id}`, { as: org.as, body: fields })
        assert.deepStrictEqual(refusal(changed), invalid(field, rule), JSON.stringify(fields))
      }
      for (const [body, field] of [
        [{ events }, "url"],
        [{ url }, "events"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* call("POST", path, { as: org.as, body })), invalid(field, "required"))
      }
    })
  )

  it.effect("events and robots that are repeated are kept once, in their order", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const [one, two] = [yield* makeRobot(org.owner.caller), yield* makeRobot(org.owner.caller)]
      const repeated = {
        events: ["job.ended", "alert.firing", "job.ended"],
        robot_ids: [two.robot.id, one.robot.id, two.robot.id]
      }
      const once = { events: ["job.ended", "alert.firing"], robot_ids: [two.robot.id, one.robot.id] }
      const { id, webhook } = yield* aWebhook(org, url, repeated)
      assert.deepStrictEqual({ ...webhook, ...once }, webhook)
      yield* TestClock.adjust(1)
      const same = yield* call("PATCH", `${path}/${id}`, { as: org.as, body: repeated })
      assert.deepStrictEqual(same.body, { webhook })
    })
  )

  it.effect("an organisation has twenty webhooks, and no further one, even of requests at once", () =>
    Effect.gen(function* () {
      const { as } = yield* anOrg
      const body = { url, events }
      const answers = yield* Effect.all(
        Array.makeBy(22, () => call("POST", path, { as, body })),
        { concurrency: 22 }
      )
      assert.lengthOf(
        answers.filter(({ status }) => status === 201),
        20
      )
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        assert.deepStrictEqual(refusal(answer), [409, "quota_exceeded", { quota: "webhooks", limit: 20 }])
      }
    })
  )

  it.effect("ids come before scopes, scopes before the tier, and the tier before the body", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const foreign = yield* anOrg
      const { id } = yield* aWebhook(org, url, { enabled: false })
      const delivery = yield* ping(org, id)
      const second = yield* aWebhook(org, url, { enabled: false })
      const developer = org.developer.token
      const body = { nonsense: true }
      const none = randomUUID()
      const routes = (webhook: string, of = delivery): ReadonlyArray<readonly [string, string]> => [
        ["PATCH", `${path}/${webhook}`],
        ["DELETE", `${path}/${webhook}`],
        ["POST", `${path}/${webhook}/ping`],
        ["POST", `${path}/${webhook}/deliveries/${of}/retry`]
      ]
      const tier = [403, "tier_required", { required: "owner", actual: "developer" }]
      for (const [method, route] of [
        ...routes("x"),
        ["GET", `${path}/x`],
        ["GET", `${path}/x/deliveries?y=1`]
      ] as const)
        assert.deepStrictEqual(
          refusal(yield* call(method, route, { as: developer, body: method === "GET" ? undefined : body })),
          [400, "invalid_uuid"]
        )
      for (const as of [developer, foreign.developer.token, foreign.as]) {
        const unknown = as === developer ? none : id
        for (const [method, route] of routes(unknown))
          assert.deepStrictEqual(refusal(yield* call(method, route, { as, body })), [404, "not_found"])
        for (const route of [`${path}/${unknown}`, `${path}/${unknown}/deliveries?y=1`])
          assert.deepStrictEqual(refusal(yield* call("GET", route, { as })), [404, "not_found"])
      }
      for (const [method, route] of [...routes(id), ["POST", path]] as const)
        assert.deepStrictEqual(refusal(yield* call(method, route, { as: developer, body })), tier)
      // A delivery of another webhook, before the tier.
      for (const unfit of [none, delivery]) {
        const route = `${path}/${unfit === none ? id : second.id}/deliveries/${unfit}/retry`
        assert.deepStrictEqual(refusal(yield* call("POST", route, { as: developer })), [404, "not_found"])
      }
      assert.deepStrictEqual(refusal(yield* call("POST", `${path}/${id}/deliveries/x/retry`, { as: developer })), [
        400,
        "invalid_uuid"
      ])
      for (const query of ["?limit=0", "?limit=201", "?before_seq=0", "?unknown=1"])
        assert.strictEqual((yield* call("GET", `${path}/${id}/deliveries${query}`, { as: developer })).status, 400)
      assert.strictEqual((yield* call("GET", `${path}/${id}/deliveries?limit=200`, { as: developer })).status, 200)
      assert.deepStrictEqual(refusal(yield* call("GET", path)), [401, "unauthorized"])
    })
  )

  it.effect("pings are counted by organisation, ten a minute, before anything else of the path", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const one = yield* aWebhook(org, url, { enabled: false })
      const two = yield* aWebhook(org, url, { enabled: false })
      for (let count = 0; count < 10; count++) yield* ping(org, count % 2 === 0 ? one.id : two.id)
      for (const id of [one.id, randomUUID(), "x"]) {
        const [status, code] = refusal(yield* call("POST", `${path}/${id}/ping`, { as: org.developer.token }))
        assert.deepStrictEqual([status, code], [429, "rate_limited"])
      }
      const other = yield* anOrg
      yield* ping(other, (yield* aWebhook(other, url)).id)
    })
  )

  it.effect("deliveries are paged by seq, newest first", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, url, { enabled: false })
      const ids: Array<string> = []
      for (let count = 0; count < 5; count++) ids.unshift(yield* ping(org, id))
      const page = (query: string) =>
        Effect.map(call("GET", `${path}/${id}/deliveries${query}`, { as: org.developer.token }), ({ body }) => body)
      const first = yield* page("?limit=3")
      assert.deepStrictEqual(
        first.deliveries.map((each: any) => each.id),
        ids.slice(0, 3)
      )
      assert.strictEqual(first.next_cursor, first.deliveries[2].seq)
      const rest = yield* page(`?limit=2&before_seq=${first.next_cursor}`)
      assert.deepStrictEqual(
        rest.deliveries.map((each: any) => each.id),
        ids.slice(3)
      )
      assert.isNull(rest.next_cursor)
      assert.deepStrictEqual(
        [...first.deliveries, ...rest.deliveries].map(({ type }: any) => type),
        ids.map(() => "ping")
      )
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("webhooks where OUTBOUND_ALLOW is empty", (it) => {
  it.effect("webhooks have https URLs alone, and no literal address that is not public", () =>
    Effect.gen(function* () {
      const { as } = yield* anOrg
      for (const [unfit, rule] of [
        ["http://hooks.example.com/", "format"],
        ["http://127.0.0.1/", "not_allowed"],
        ["https://127.0.0.1/", "not_allowed"],
        ["https://169.254.169.254/latest", "not_allowed"]
      ] as const)
        assert.deepStrictEqual(
          refusal(yield* call("POST", path, { as, body: { url: unfit, events } })),
          invalid("url", rule)
        )
      yield* aWebhook({ as }, "https://8.8.8.8/")
    })
  )
})
