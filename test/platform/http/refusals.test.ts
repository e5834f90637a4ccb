import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { makeEveryone, makeOrg, unique } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a refusal", (it) => {
  it.effect("a refusal is an envelope on every path, known or not", () =>
    Effect.gen(function* () {
      for (const [method, path] of [
        ["GET", "/nowhere"],
        ["DELETE", "/api/apps"],
        ["GET", "/api/nowhere"],
        ["OPTIONS", "/api/apps"]
      ] as const) {
        const answer = yield* call(method, path)
        assert.deepStrictEqual([answer.status, answer.body], [404, { code: "not_found", message: "No such resource." }])
      }
    })
  )

  it.effect("a refusal names the first field that is wrong, and the rule", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const create = (body: unknown) => Effect.map(call("POST", "/api/apps", { as: developer.token, body }), refusal)
      const good = { name: "App", identifier: "app" }
      const id = randomUUID()
      assert.deepStrictEqual(yield* create("{"), invalid("body", "json"))
      assert.deepStrictEqual(yield* create("[]"), invalid("body", "type"))
      assert.deepStrictEqual(yield* create("7"), invalid("body", "type"))
      assert.deepStrictEqual(yield* create("null"), invalid("body", "type"))
      assert.deepStrictEqual(yield* create({}), invalid("name", "required"))
      assert.deepStrictEqual(yield* create({ ...good, name: null }), invalid("name", "type"))
      assert.deepStrictEqual(yield* create({ ...good, name: "  " }), invalid("name", "too_short"))
      assert.deepStrictEqual(yield* create({ ...good, name: "x".repeat(121) }), invalid("name", "too_long"))
      assert.deepStrictEqual(yield* create({ ...good, extra: 1 }), invalid("extra", "unknown"))
      assert.deepStrictEqual(yield* create({ ...good, identifier: "Not-good" }), invalid("identifier", "format"))
      assert.deepStrictEqual(yield* create({ ...good, robot_ids: "x" }), invalid("robot_ids", "type"))
      assert.deepStrictEqual(yield* create({ ...good, robot_ids: [7] }), invalid("robot_ids[0]", "type"))
      assert.deepStrictEqual(yield* create({ ...good, robot_ids: [id, "x"] }), invalid("robot_ids[1]", "format"))
      assert.deepStrictEqual(yield* create({ ...good, robot_ids: [id, id] }), invalid("robot_ids[1]", "duplicate"))
      const many = Array.from({ length: 1001 }, () => randomUUID())
      assert.deepStrictEqual(yield* create({ ...good, robot_ids: many }), invalid("robot_ids", "too_long"))
    })
  )

  it.effect("a refusal of an empty body where one is required names the body", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const answer = yield* call("POST", "/api/apps", { as: developer.token })
      assert.deepStrictEqual(refusal(answer), invalid("body", "required"))
    })
  )

  it.effect("a refusal of a body over 2 MiB names the body", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const body = (bytes: number) => JSON.stringify({ name: "x".repeat(bytes - 11) })
      const send = (body: string) => Effect.map(call("POST", "/api/apps", { as: developer.token, body }), refusal)
      assert.deepStrictEqual(yield* send(body(2_097_152)), invalid("name", "too_long"))
      assert.deepStrictEqual(yield* send(body(2_097_153)), invalid("body", "too_large"))
    })
  )

  it.effect("a refusal of a text with the character NUL, which nothing can keep, names the field", () =>
    Effect.gen(function* () {
      const { app, developer } = yield* makeEveryone
      const send = (name: string) => call("POST", `/api/apps/${app.id}/roles`, { as: developer.token, body: { name } })
      assert.deepStrictEqual(refusal(yield* send("a\u0000b")), invalid("name", "format"))
      assert.deepStrictEqual(refusal(yield* send("a\\\u0000b")), invalid("name", "format"))
      assert.strictEqual((yield* send("a\\u0000b")).status, 201)
      const answer = yield* call("GET", "/api/robots/%00", { as: developer.token })
      assert.deepStrictEqual(refusal(answer), [404, "not_found"])
    })
  )

  it.effect(
    "a refusal of another content type is 415, and of a compressed or odd charset type too where it is not JSON",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        const send = (type: string) =>
          call("POST", "/api/apps", {
            as: developer.token,
            body: JSON.stringify({ name: "App", identifier: `app_${unique()}` }),
            headers: { "content-type": type }
          })
        const answer = yield* send("text/plain")
        assert.deepStrictEqual(refusal(answer), [415, "unsupported_media_type"])
        assert.strictEqual((yield* send("application/json; charset=utf-8")).status, 201)
      })
  )

  it.effect("a refusal comes in the order credential, path, lookup, tier, body", () =>
    Effect.gen(function* () {
      const { app, developer, key, observe, owner } = yield* makeEveryone
      const stranger = yield* makeEveryone
      const keys = (id: string) => `/api/apps/${id}/server-keys`
      const body = "{"
      const send = (path: string, as?: string) =>
        Effect.map(call("POST", path, as === undefined ? { body } : { as, body }), refusal)

      assert.deepStrictEqual(yield* send(keys("seven")), [401, "unauthorized"])
      assert.deepStrictEqual(yield* send(keys("seven"), developer.token), [400, "invalid_uuid"])
      assert.deepStrictEqual(yield* send(keys(stranger.app.id), developer.token), [404, "not_found"])
      assert.deepStrictEqual(yield* send(keys(randomUUID()), owner.token), [404, "not_found"])
      assert.deepStrictEqual(yield* send(keys(app.id), developer.token), [
        403,
        "tier_required",
        { required: "owner", actual: "developer" }
      ])
      assert.deepStrictEqual(yield* send(keys(app.id), owner.token), invalid("body", "json"))

      const rename = (id: string, roleId: string) =>
        Effect.map(call("PATCH", `/api/apps/${id}/roles/${roleId}`, { as: developer.token, body }), refusal)
      assert.deepStrictEqual(yield* rename(randomUUID(), "seven"), [400, "invalid_uuid"])
      assert.deepStrictEqual(yield* rename(app.id, stranger.observe.id), [404, "not_found"])
      assert.deepStrictEqual(yield* rename(stranger.app.id, observe.id), [404, "not_found"])
      assert.deepStrictEqual(yield* rename(app.id, observe.id), invalid("body", "json"))

      const rotate = (keyId: string) =>
        Effect.map(call("POST", `${keys(app.id)}/${keyId}/rotate`, { as: developer.token }), refusal)
      assert.deepStrictEqual(yield* rotate(stranger.key.id), [404, "not_found"])
      assert.strictEqual((yield* rotate(key.id))[0], 403)
    })
  )

  it.effect("a refusal takes ids in any case", () =>
    Effect.gen(function* () {
      const { app, developer, observe } = yield* makeEveryone
      const path = `/api/apps/${app.id.toUpperCase()}/roles/${observe.id.toUpperCase()}/permissions`
      assert.strictEqual((yield* call("GET", path, { as: developer.token })).status, 200)
    })
  )

  it.effect("a refusal ignores a body where none is taken", () =>
    Effect.gen(function* () {
      const { app, key, owner } = yield* makeEveryone
      const path = `/api/apps/${app.id}/server-keys/${key.id}/rotate`
      assert.strictEqual((yield* call("POST", path, { as: owner.token, body: "{" })).status, 200)
    })
  )

  it.effect("a refusal carries a request id, as does every answer", () =>
    Effect.gen(function* () {
      const ids = new Set<string | null>()
      for (const path of ["/healthz", "/nowhere", "/api/apps", "/readyz"]) {
        ids.add((yield* call("GET", path)).headers.get("x-request-id"))
      }
      assert.strictEqual(ids.size, 4)
      assert.isFalse(ids.has(null))
    })
  )

  it.effect("a refusal is kept by nobody on the way", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* call("GET", "/api/apps")).headers.get("cache-control"), "no-store")
    })
  )

  it.effect("a refusal of a path that cannot be decoded is an envelope too", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", "/api/apps/%E0%A4%A")
      assert.include([400, 401, 404], answer.status)
      assert.isString(answer.body.code)
    })
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("health", (it) => {
  it.effect("health is answered without a credential", () =>
    Effect.gen(function* () {
      const health = yield* call("GET", "/healthz")
      assert.strictEqual(health.status, 200)
      assert.deepInclude(health.body, { ok: true })
      assert.match(health.body.version, /^\d+\.\d+\.\d+/)
      assert.deepStrictEqual((yield* call("GET", "/readyz")).body, {
        ok: true,
        dependencies: { database: true, event_loop: true }
      })
    })
  )
})
