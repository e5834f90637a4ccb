import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a server key", (it) => {
  it.effect("a server key is created by an owner; its secret is answered once and stored as a hash", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, developer, owner } = yield* makeEveryone
      const path = `/api/apps/${app.id}/server-keys`
      const created = yield* call("POST", path, { as: owner.token, body: { name: " Backend " } })
      assert.strictEqual(created.status, 201)
      const { key, server_key } = created.body
      assert.match(key, /^srv_[A-Za-z0-9_-]{43}$/)
      assert.deepInclude(server_key, { app_id: app.id, name: "Backend", last_used_at: null })
      const listed = yield* call("GET", path, { as: developer.token })
      assert.deepStrictEqual(listed.body.server_keys.at(-1), server_key)
      assert.notInclude(JSON.stringify(listed.body), key)
      const [row] = yield* sql<{ hash: Uint8Array }>`SELECT hash FROM server_keys WHERE id = ${server_key.id}`
      assert.strictEqual(row!.hash.length, 32)
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: key })).body.server_key_id, server_key.id)
      const refused = yield* call("POST", path, { as: owner.token, body: { name: "x".repeat(121) } })
      assert.deepStrictEqual(refusal(refused), invalid("name", "too_long"))
    })
  )

  it.effect("a server key is created, rotated and revoked by owners only", () =>
    Effect.gen(function* () {
      const { app, developer, key } = yield* makeEveryone
      const path = `/api/apps/${app.id}/server-keys`
      for (const [method, at] of [
        ["POST", path],
        ["POST", `${path}/${key.id}/rotate`],
        ["DELETE", `${path}/${key.id}`]
      ] as const) {
        const answer = yield* call(method, at, { as: developer.token })
        assert.deepStrictEqual(refusal(answer), [403, "tier_required", { required: "owner", actual: "developer" }])
      }
    })
  )

  it.effect("a server key that is rotated or revoked is refused at once, and its sockets are told to close", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, key, orgId, owner } = yield* makeEveryone
      const path = `/api/apps/${app.id}/server-keys/${key.id}`
      const ended: Array<Fact> = []
      yield* (yield* Bus).onFact(
        (event) => {
          if (event.type === "callers_ended" && event.ids.includes(key.id)) ended.push(event)
        },
        () => undefined
      )
      const me = (as: string) => call("GET", "/api/client/me", { as })

      const rotated = yield* call("POST", `${path}/rotate`, { as: owner.token })
      assert.strictEqual(rotated.status, 200)
      assert.strictEqual(rotated.body.server_key.id, key.id)
      assert.deepStrictEqual(refusal(yield* me(key.token)), [401, "unauthorized"])
      assert.strictEqual((yield* me(rotated.body.key)).status, 200)
      assert.strictEqual(ended.length, 1)

      assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
      assert.deepStrictEqual(refusal(yield* me(rotated.body.key)), [401, "unauthorized"])
      assert.strictEqual(ended.length, 2)
      assert.deepStrictEqual(refusal(yield* call("DELETE", path, { as: owner.token })), [404, "not_found"])

      const written = yield* sql<{ action: string; details: { name?: string; last_used_at?: string } }>`
        SELECT action, details FROM audit_events
        WHERE org_id = ${orgId} AND starts_with(action, 'server_key.') ORDER BY seq`
      assert.deepStrictEqual(
        written.map(({ action }) => action),
        ["server_key.created", "server_key.rotated", "server_key.revoked"]
      )
      assert.strictEqual(written[2]!.details.name, key.caller.name)
      assert.match(written[2]!.details.last_used_at ?? "", /^\d{4}-/)
    }).pipe(Effect.scoped)
  )
})
