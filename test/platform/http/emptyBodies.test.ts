import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeSurface, operations, type Surface } from "../../abuse/operations.ts"
import { abuseApp, stateOf } from "../../abuse/world.ts"
import { publish } from "../../robots/jobs/world.ts"
import { call, invalid, refusal } from "../../support/wire.ts"
import { send } from "./send.ts"

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

/** The bodies of the contract whose keys are all optional, or that are optional themselves. */
const optional = [
  "PATCH /api/apps/{id}",
  "PATCH /api/apps/{id}/oidc-providers/{providerId}",
  "PATCH /api/apps/{id}/users/{userId}",
  "PATCH /api/billing/details",
  "PATCH /api/org",
  "PATCH /api/org/users/{id}",
  "PATCH /api/org/webhooks/{id}",
  "POST /api/billing/cancel",
  "POST /api/client/two-factor/setup",
  "POST /api/org/webhooks/listeners",
  "POST /api/robots/{id}/jobs/{slug}",
  "POST /api/robots/{id}/jobs/{slug}/cancel",
  "POST /api/robots/{id}/publishers/{slug}",
  "POST /api/robots/{id}/stop",
  "POST /app/{identifier}/two-factor/setup"
]

/** The ways to send nothing. */
const nothings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "no length": {},
  "a length of 0": { "content-length": "0" },
  "chunks that hold nothing": { "transfer-encoding": "chunked" },
  JSON: { "content-type": "application/json; charset=utf-8", "content-length": "0" },
  "plain text": { "content-type": "text/plain", "content-length": "0" },
  "plain text in chunks": { "content-type": "text/plain", "transfer-encoding": "chunked" },
  "a form": { "content-type": "application/x-www-form-urlencoded", "transfer-encoding": "chunked" },
  "an unknown type": { "content-type": "a/b", "content-length": "0" }
}

const slugs: Readonly<Record<string, string>> = {
  "POST /api/robots/{id}/jobs/{slug}": "reset",
  "POST /api/robots/{id}/jobs/{slug}/cancel": "undock",
  "POST /api/robots/{id}/publishers/{slug}": "horn"
}
const source = `platform: 1
actions:
  undock: {ros_name: /undock, type: a/action/Undock}
services:
  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}
publishers:
  horn:
    topic: /horn
    type: std_msgs/msg/Empty
    message: {}
    failsafe: {timeout_ms: 500, message: {}}
    quiet_timeout_ms: 0
`

const pathOf = (surface: Surface, operation: (typeof operations)[number]) =>
  surface.pathOf(operation.path.replace("{slug}", slugs[nameOf(operation)] ?? "{slug}"))

it("bodies whose keys are all optional are the ones that the document says may be left out", () => {
  const isOptional = ({ body }: { readonly body: any }) =>
    body !== null && (body.anyOf !== undefined || (body.type === "object" && (body.required ?? []).length === 0))
  // JSON Schema does not say that one of the keys has to be there.
  const atLeastOne = "POST /api/billing/change"
  assert.deepStrictEqual(
    operations
      .filter(isOptional)
      .map(nameOf)
      .filter((name) => name !== atLeastOne)
      .sort(),
    optional
  )
  assert.deepStrictEqual(
    operations
      .filter(({ mayBeEmpty }) => mayBeEmpty)
      .map(nameOf)
      .sort(),
    optional
  )
})

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "120 seconds" })(
  "an empty body",
  (it) => {
    it.effect(
      "an empty body is taken where all keys are optional, as the object without keys is, whatever its type",
      () =>
        Effect.gen(function* () {
          const surface = yield* makeSurface
          yield* publish(surface.owner.caller, surface.robot.id, source)
          // An organisation has five listeners: all further ones are refused alike.
          for (let count = 0; count < 5; count++)
            yield* call("POST", "/api/org/webhooks/listeners", { as: surface.owner.token })
          for (const operation of operations.filter((operation) => optional.includes(nameOf(operation)))) {
            const path = pathOf(surface, operation)
            const credentials = surface.headersOf(operation)
            const ask = (headers: Readonly<Record<string, string>>, body?: string) =>
              Effect.map(send(operation.method, path, { ...credentials, ...headers }, body), ({ body, status }) =>
                status < 300 ? status : [status, body?.code ?? body]
              )
            const asObject = yield* ask({ "content-type": "application/json" }, "{}")
            const where = `${nameOf(operation)}: ${JSON.stringify(asObject)}`
            if (path.startsWith("/api/billing")) assert.deepStrictEqual(asObject, [404, "not_found"], where)
            else if (operation.method === "PATCH") assert.strictEqual(asObject, 200, where)
            if (path.startsWith("/api/robots")) assert.deepStrictEqual(asObject, [409, "robot_offline"], where)
            for (const [name, headers] of Object.entries(nothings)) {
              const isForm = path.startsWith("/app/") && name === "a form"
              const answer = yield* ask(headers)
              if (isForm) assert.strictEqual((answer as ReadonlyArray<unknown>)[0], 303)
              else if (!path.startsWith("/api/client")) assert.deepStrictEqual(answer, asObject, `${where} and ${name}`)
              else assert.include([200, 409], typeof answer === "number" ? answer : answer[0], `${where} and ${name}`)
            }
            for (const type of ["text/plain", "a/b"])
              assert.deepStrictEqual(yield* ask({ "content-type": type }, "{}"), [415, "unsupported_media_type"], where)
            assert.deepStrictEqual(
              yield* ask({ "content-type": "application/json" }, "{"),
              [400, "validation_error"],
              where
            )
          }
        })
    )

    it.effect("an empty body of a PATCH changes nothing and is no event", () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        const tables = ["orgs", "developers", "apps", "app_users", "app_robots", "audit_events"]
        const before = yield* stateOf(tables)
        for (const operation of operations.filter(({ mayBeEmpty, method }) => mayBeEmpty && method === "PATCH")) {
          const path = surface.pathOf(operation.path)
          const headers = { ...surface.headersOf(operation), "content-type": "application/json" }
          for (const body of ["", "{}"]) {
            const answer = yield* send(operation.method, path, headers, body)
            assert.strictEqual(answer.status, path.startsWith("/api/billing") ? 404 : 200, nameOf(operation))
          }
        }
        assert.deepStrictEqual(yield* stateOf(tables), before)
      })
    )

    it.effect("an empty body is a missing one where a key is required, however it is sent", () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        for (const operation of operations) {
          // The console's token exchange answers in the words of OAuth.
          if (operation.body === null || operation.mayBeEmpty || operation.path === "/console/oauth/token") continue
          const headers = surface.headersOf(operation)
          for (const nothing of ["no length", "a length of 0", "chunks that hold nothing", "JSON"]) {
            const path = surface.pathOf(operation.path).replace("some_slug", "none")
            const answer = yield* send(operation.method, path, { ...headers, ...nothings[nothing] })
            if (answer.status === 404) continue
            assert.deepStrictEqual(refusal(answer), invalid("body", "required"), `${nameOf(operation)} with ${nothing}`)
          }
        }
      })
    )
  }
)

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "120 seconds" })("a body", (it) => {
  it.effect("a body is ignored where none is taken, whatever it is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const surface = yield* makeSurface
      const bodiless = operations.filter(({ body, path }) => body === null && !path.endsWith("/auth-config/logo"))
      // What deletes comes last.
      const rank = ({ method, path }: (typeof operations)[number]) => (method === "DELETE" ? 1 + 1 / path.length : 0)
      for (const operation of [...bodiless].sort((left, right) => rank(left) - rank(right))) {
        const path = surface.pathOf(operation.path)
        for (const [type, body] of [
          ["application/json", "{"],
          ["application/json", `"\\ud800"`],
          ["text/plain", "\0"],
          ["a/b", "{}"]
        ] as const) {
          const headers = { ...surface.headersOf(operation), "content-type": type, "transfer-encoding": "chunked" }
          const answer = yield* send(operation.method, path, headers, body)
          const where = `${nameOf(operation)} ${type} ${body}: ${answer.status} ${JSON.stringify(answer.body)}`
          assert.notInclude([415, 500], answer.status, where)
          if (answer.status === 400) assert.notStrictEqual(answer.body.details?.field, "body", where)
        }
      }
      assert.lengthOf(yield* sql`SELECT FROM apps WHERE id = ${surface.app.id}`, 0)
    })
  )
})
