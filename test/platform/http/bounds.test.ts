import { assert, layer } from "@effect/vitest"
import { orgAlertPageSize } from "@fleet/domain/Alerts"
import { Effect } from "effect"
import { makeSurface, operations } from "../../abuse/operations.ts"
import { abuseApp } from "../../abuse/world.ts"
import { unique } from "../../support/people.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

const emoji = (count: number) => "\u{1F600}".repeat(count)

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a bound", (it) => {
  it.effect("a bound of a text counts characters, also those beyond the first plane, and takes n but not n+1", () =>
    Effect.gen(function* () {
      const { app, observe, owner, robot, user } = yield* makeSurface
      const ofApp = `/api/apps/${app.id}`
      const email = () => `${unique()}@example.com`
      const template = { subject: "s", text: "t", html: null }
      const texts: ReadonlyArray<
        readonly [method: string, path: string, field: string, min: number, max: number, (text: string) => unknown]
      > = [
        ["PATCH", "/api/org", "name", 1, 120, (name) => ({ name })],
        ["PATCH", "/api/auth/me", "display_name", 1, 120, (display_name) => ({ display_name })],
        ["PATCH", `/api/robots/${robot.id}`, "name", 1, 63, (name) => ({ name })],
        ["PUT", `/api/robots/${robot.id}/details`, "details.a", 0, 4096, (a) => ({ details: { a } })],
        ["POST", "/api/apps", "name", 1, 120, (name) => ({ name, identifier: `app_${unique()}` })],
        ["POST", `${ofApp}/roles`, "name", 1, 60, (name) => ({ name })],
        ["POST", `${ofApp}/server-keys`, "name", 1, 120, (name) => ({ name })],
        ["PATCH", `${ofApp}/users/${user.user.id}`, "display_name", 1, 120, (display_name) => ({ display_name })],
        [
          "POST",
          `${ofApp}/users`,
          "password",
          12,
          256,
          (password) => ({ email: email(), password, role_id: observe.id })
        ],
        ["PUT", `${ofApp}/mail-templates/invite`, "subject", 1, 200, (subject) => ({ ...template, subject })],
        ["PUT", `${ofApp}/mail-templates/invite`, "text", 1, 20_000, (text) => ({ ...template, text })],
        ["PUT", `${ofApp}/mail-templates/invite`, "html", 1, 100_000, (html) => ({ ...template, html })]
      ]
      for (const [method, path, field, min, max, bodyOf] of texts) {
        const ask = (count: number) => call(method, path, { as: owner.token, body: bodyOf(emoji(count)) })
        const where = `${method} ${path} ${field}`
        for (const count of [Math.max(min, 1), max]) {
          const { body, status } = yield* ask(count)
          assert.isBelow(status, 300, `${where} of ${count}: ${JSON.stringify(body)}`)
        }
        assert.deepStrictEqual(refusal(yield* ask(max + 1)), invalid(field, "too_long"), where)
        if (min > 0) assert.deepStrictEqual(refusal(yield* ask(min - 1)), invalid(field, "too_short"), where)
      }
      const opened = (token: string) => call("POST", "/api/client/verify-email", { body: { token } })
      assert.strictEqual((yield* opened(emoji(2000))).status, 410)
      assert.deepStrictEqual(refusal(yield* opened(emoji(2001))), invalid("token", "too_long"))
    })
  )

  it.effect("a bound of a list is refused over its maximum, and below one", () =>
    Effect.gen(function* () {
      const surface = yield* makeSurface
      const maxima: Readonly<Record<string, number>> = {
        "/api/audit": 500,
        "/api/org/alerts": orgAlertPageSize,
        "/api/org/jobs": 200,
        "/api/org/webhooks/{id}/deliveries": 200,
        "/api/robots/{id}/alerts/history": 200,
        "/api/robots/{id}/datapoints/{slug}/history": 10_000,
        "/api/robots/{id}/jobs/history": 200
      }
      const lists = operations.filter(({ query }) => query.includes("limit"))
      assert.deepStrictEqual(lists.map(({ path }) => path).sort(), Object.keys(maxima).sort())
      for (const operation of lists) {
        const max = maxima[operation.path]!
        const path = surface.pathOf(operation.path.replace("{slug}", "bridge_state"))
        const ask = (limit: string) => call("GET", `${path}?limit=${limit}`, { headers: surface.headersOf(operation) })
        // What is not recorded has no history, however much of it is asked for.
        for (const limit of [1, max])
          assert.strictEqual((yield* ask(String(limit))).status, path.includes("bridge_state") ? 409 : 200, path)
        for (const [limit, rule] of [
          [String(max + 1), "too_large"],
          ["999999999999", "too_large"],
          ["0", "too_small"],
          ["-1", "too_small"],
          ["1.5", "type"],
          ["x", "type"],
          ["", "type"]
        ] as const)
          assert.deepStrictEqual(refusal(yield* ask(limit)), invalid("limit", rule), `${operation.path} ${limit}`)
      }
    })
  )
})
