import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { setPlan } from "../../../plans/planWorld.ts"
import { makeApp, makeOrg } from "../../../support/people.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { makeHostileProvider } from "./hostileProvider.ts"
import { audited, body, makeCranes, OidcApp } from "./world.ts"

const makeProviders = Effect.gen(function* () {
  const cranes = yield* makeCranes
  const idp = yield* makeHostileProvider
  const post = (rest: Readonly<Record<string, unknown>> = {}) =>
    call("POST", cranes.path, { as: cranes.as, body: body(idp.issuer, rest) })
  return { ...cranes, idp, post }
})

const emoji = (count: number) => "\u{1F600}".repeat(count)

layer(OidcApp, { timeout: "60 seconds" })("a sign-in provider", (it) => {
  it.effect("is added, read, changed and deleted by developers, and its secret is never answered", () =>
    Effect.gen(function* () {
      const world = yield* makeProviders
      const { app, as, idp, path, post } = world
      const created = yield* post()
      assert.strictEqual(created.status, 201)
      const { created_at, id, ...rest } = created.body
      assert.match(created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      assert.deepStrictEqual(rest, {
        app_id: app.id,
        slug: "acme",
        name: "Acme",
        issuer: idp.issuer,
        client_id: "fleet",
        scopes: ["openid", "email", "profile"],
        link_verified_emails: false,
        enabled: true
      })
      yield* post({ slug: "abc", enabled: false, scopes: ["openid"], name: "  Trimmed " })
      const list = yield* call("GET", path, { as: world.developer.token })
      assert.deepStrictEqual(
        list.body.providers.map(({ name, slug }: { name: string; slug: string }) => [slug, name]),
        [
          ["abc", "Trimmed"],
          ["acme", "Acme"]
        ]
      )
      const one = `${path}/${id}`
      assert.deepStrictEqual((yield* call("GET", one, { as })).body, created.body)
      const change = { name: "New", scopes: ["email"], link_verified_emails: true, enabled: false, client_id: "other" }
      const patched = yield* world.patch(id, { ...change, client_secret: "s".repeat(16) })
      assert.deepStrictEqual(patched.body, { ...created.body, ...change })
      assert.deepStrictEqual((yield* call("GET", one, { as })).body, patched.body)
      for (const same of [{}, change, { client_secret: "s".repeat(16) }])
        assert.deepStrictEqual((yield* world.patch(id, same)).body, patched.body)
      const target = { app_id: app.id }
      const fields = ["name", "scopes", "link_verified_emails", "enabled", "client_id", "client_secret"]
      const [updated, ...others] = yield* audited(world, "oidc_provider.updated")
      assert.deepStrictEqual(
        { ...updated, fields: updated.fields.toSorted() },
        { ...target, fields: fields.toSorted() }
      )
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(yield* audited(world, "oidc_provider.created"), [target, target])
      assert.strictEqual((yield* call("DELETE", one, { as })).status, 204)
      assert.deepStrictEqual(yield* audited(world, "oidc_provider.deleted"), [target])
      for (const method of ["GET", "PATCH", "DELETE"])
        assert.deepStrictEqual(refusal(yield* call(method, one, method === "GET" ? { as } : { as, body: {} })), [
          404,
          "not_found"
        ])
      const trail = yield* call("GET", "/api/audit?action_prefix=oidc_provider", { as })
      assert.isFalse(JSON.stringify([list.body, patched.body, trail.body]).includes("secret of the fleet"))
    })
  )

  it.effect("needs a discovery document that fits, when it is added and when its issuer changes", () =>
    Effect.gen(function* () {
      const { idp, patch, post } = yield* makeProviders
      const { body: provider } = yield* post()
      const other = yield* makeHostileProvider
      const reads = () => idp.server.requests.length
      assert.strictEqual(reads(), 1)
      yield* patch(provider.id, { name: "Other" })
      yield* patch(provider.id, { issuer: idp.issuer })
      assert.strictEqual(reads(), 1)
      const documents: ReadonlyArray<Record<string, unknown>> = [
        { issuer: "http://127.0.0.1:1" },
        { authorization_endpoint: undefined },
        { token_endpoint: undefined },
        { jwks_uri: undefined },
        { authorization_endpoint: "javascript:alert(1)" },
        { token_endpoint: "not a URL" },
        { response_types_supported: ["id_token"] },
        { token_endpoint_auth_methods_supported: ["private_key_jwt"] }
      ]
      for (const [at, document] of documents.entries()) {
        other.document = document
        const name = JSON.stringify(document)
        const added = yield* post({ slug: `other-${at}`, issuer: other.issuer })
        assert.deepStrictEqual(refusal(added), [422, "provider_misconfigured"], name)
        const changed = yield* patch(provider.id, { issuer: other.issuer })
        assert.deepStrictEqual(refusal(changed), [422, "provider_misconfigured"], name)
      }
      other.document = {}
      const answers: ReadonlyArray<readonly [number, unknown]> = [
        [200, "no JSON"],
        [404, {}],
        [500, {}],
        [302, {}],
        [200, { ...other.document, padding: "p".repeat(70_000) }]
      ]
      for (const [status, value] of answers) {
        other.answers["/.well-known/openid-configuration"] = (_, response) => other.reply(response, value, status)
        assert.deepStrictEqual(refusal(yield* post({ slug: "other", issuer: other.issuer })), [
          422,
          "provider_misconfigured"
        ])
      }
      const wellKnown = `${idp.issuer}/.well-known/openid-configuration`
      assert.deepStrictEqual(refusal(yield* post({ slug: "other", issuer: wellKnown })), [
        422,
        "provider_misconfigured"
      ])
      assert.deepStrictEqual(refusal(yield* post({ slug: "other", issuer: "http://127.0.0.1:1" })), [
        502,
        "idp_unavailable"
      ])
      delete other.answers["/.well-known/openid-configuration"]
      assert.strictEqual((yield* patch(provider.id, { issuer: `${other.issuer}/` })).status, 200)
    })
  )

  it.effect("has a slug of its own in its app, also among many added at once, and there are twenty at most", () =>
    Effect.gen(function* () {
      const { as, idp, owner, path, post } = yield* makeProviders
      const same = yield* Effect.all(
        Array.from({ length: 5 }, () => post()),
        { concurrency: 5 }
      )
      assert.deepStrictEqual(same.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
      assert.deepStrictEqual(refusal(yield* post()), [409, "duplicate_slug"])
      const { app } = yield* makeApp(owner.caller)
      const elsewhere = yield* call("POST", `/api/apps/${app.id}/oidc-providers`, { as, body: body(idp.issuer) })
      assert.strictEqual(elsewhere.status, 201)
      for (let count = 2; count <= 20; count++) assert.strictEqual((yield* post({ slug: `p-${count}` })).status, 201)
      const full = { quota: "oidc_providers", limit: 20 }
      assert.deepStrictEqual(refusal(yield* post({ slug: "p-21" })), [409, "quota_exceeded", full])
      assert.strictEqual((yield* call("GET", path, { as })).body.providers.length, 20)
    })
  )

  it.effect("is read strictly: forms and bounds of its fields", () =>
    Effect.gen(function* () {
      const { patch, post } = yield* makeProviders
      const { body: provider } = yield* post()
      const wrong: ReadonlyArray<readonly [field: string, value: unknown, rule: string, at?: string]> = [
        ["name", "", "too_short"],
        ["name", "  ", "too_short"],
        ["name", emoji(81), "too_long"],
        ["issuer", "", "too_short"],
        ["issuer", `https://a.example/${"p".repeat(483)}`, "too_long"],
        ["issuer", "ftp://a.example", "format"],
        ["issuer", "a.example", "format"],
        ["issuer", "https://user:word@a.example", "format"],
        ["issuer", "https://a.example?x=1", "format"],
        ["issuer", "https://a.example?", "format"],
        ["issuer", "https://a.example#x", "format"],
        ["issuer", "https://a.example#", "format"],
        ["issuer", "https:\\\\a.example", "format"],
        ["issuer", " https://a.example", "format"],
        ["client_id", "", "too_short"],
        ["client_id", "c".repeat(201), "too_long"],
        ["client_secret", "s".repeat(15), "too_short"],
        ["client_secret", "s".repeat(501), "too_long"],
        ["scopes", [], "too_short"],
        ["scopes", Array(21).fill("a"), "too_long"],
        ["scopes", ["openid", ""], "too_short", "scopes[1]"],
        ["scopes", ["s".repeat(61)], "too_long", "scopes[0]"],
        ["scopes", ["two words"], "format", "scopes[0]"],
        ["scopes", ['"'], "format", "scopes[0]"],
        ["link_verified_emails", "true", "type"],
        ["enabled", null, "type"],
        ["id", "x", "unknown"]
      ]
      for (const [field, value, rule, at = field] of wrong) {
        const name = `${field} ${JSON.stringify(value)}`
        assert.deepStrictEqual(refusal(yield* post({ slug: "other", [field]: value })), invalid(at, rule), name)
        assert.deepStrictEqual(refusal(yield* patch(provider.id, { [field]: value })), invalid(at, rule), name)
      }
      for (const slug of ["Acme", "a_b", "-a", "a-", "a--b", "1a", "a b"])
        assert.deepStrictEqual(refusal(yield* post({ slug })), invalid("slug", "format"), slug)
      assert.deepStrictEqual(refusal(yield* post({ slug: "" })), invalid("slug", "too_short"))
      assert.deepStrictEqual(refusal(yield* post({ slug: "a".repeat(41) })), invalid("slug", "too_long"))
      assert.deepStrictEqual(refusal(yield* patch(provider.id, { slug: "other" })), invalid("slug", "unknown"))
      for (const field of ["slug", "name", "issuer", "client_id", "client_secret"])
        assert.deepStrictEqual(refusal(yield* post({ [field]: undefined })), invalid(field, "required"))
      const largest = {
        name: emoji(80),
        client_id: "c".repeat(200),
        client_secret: "s".repeat(500),
        scopes: Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(60, "s"))
      }
      assert.strictEqual((yield* patch(provider.id, largest)).status, 200)
      assert.strictEqual((yield* post({ ...largest, slug: "a".repeat(40) })).status, 201)
    })
  )

  it.effect("is for developers of its org, on a plan that has it", () =>
    Effect.gen(function* () {
      const world = yield* makeProviders
      const { as, idp, path, post } = world
      const { body: provider } = yield* post()
      const routes: ReadonlyArray<readonly [method: string, path: string]> = [
        ["GET", path],
        ["POST", path],
        ["GET", `${path}/${provider.id}`],
        ["PATCH", `${path}/${provider.id}`],
        ["DELETE", `${path}/${provider.id}`]
      ]
      const stranger = yield* makeOrg
      for (const [method, route] of routes) {
        const ask = (bearer?: string) =>
          call(method, route, {
            ...(method === "GET" ? {} : { body: {} }),
            ...(bearer === undefined ? {} : { as: bearer })
          })
        const name = `${method} ${route}`
        assert.deepStrictEqual(refusal(yield* ask()), [401, "unauthorized"], name)
        assert.deepStrictEqual(refusal(yield* ask(world.user.token)), [401, "unauthorized"], name)
        assert.deepStrictEqual(refusal(yield* ask(world.key.token)), [401, "unauthorized"], name)
        assert.deepStrictEqual(refusal(yield* ask(stranger.owner.token)), [404, "not_found"], name)
      }
      const { app } = yield* makeApp(world.owner.caller)
      const foreign = `/api/apps/${app.id}/oidc-providers/${provider.id}`
      assert.deepStrictEqual(refusal(yield* call("GET", foreign, { as })), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* call("GET", `${path}/no-uuid`, { as })), [400, "invalid_uuid"])

      yield* setPlan(world.orgId, "basic")
      const required = [403, "plan_required", { feature: "app_oidc", plan: "basic", required_plan: "plus" }]
      for (const [method, route] of routes)
        assert.deepStrictEqual(
          refusal(yield* call(method, route, method === "GET" ? { as } : { as, body: {} })),
          required,
          method
        )
      for (const plan of ["plus", "pro", "enterprise"] as const) {
        yield* setPlan(world.orgId, plan)
        assert.strictEqual((yield* call("GET", path, { as })).status, 200, plan)
      }
      yield* setPlan(world.orgId, "plus")
      const added = yield* call("POST", path, {
        as: world.developer.token,
        body: body(idp.issuer, { slug: "by-developer" })
      })
      assert.strictEqual(added.status, 201)
    })
  )
})
