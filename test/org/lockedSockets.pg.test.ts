import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { aRobot, auditOf, detail } from "../robots/jobs/world.ts"
import { connectBridge, openBridge } from "../support/FakeBridge.ts"
import { makeEveryone } from "../support/people.ts"
import { connectRealtime, openRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"
import { lock, locked, unlock } from "./lockWorld.ts"

layer(TestApp, { timeout: "60 seconds" })("sockets and server keys of a locked org", (it) => {
  it.effect("a hello is answered hello_error org_locked and closed 1008, and is kept and audited", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      yield* lock(world.orgId)
      const bridge = yield* openBridge
      bridge.hello(world.bridgeToken)
      assert.strictEqual((yield* bridge.next("hello_error")).code, "org_locked")
      assert.strictEqual(yield* bridge.closeCode, 1008)
      const { bridge_state, last_hello_error, protocol_status } = yield* detail(world)
      assert.deepStrictEqual(
        [bridge_state.online, last_hello_error.code, protocol_status],
        [false, "org_locked", "current"]
      )
      assert.deepInclude((yield* auditOf(world, "bridge.refused"))[0], { details: { code: "org_locked" } })
      yield* unlock(world.orgId)
      yield* connectBridge(world.bridgeToken)
      assert.strictEqual((yield* detail(world)).last_hello_error, null)
    })
  )

  it.effect("an unknown token is invalid_token, and a bridge of another version is told so first", () =>
    Effect.gen(function* () {
      const { bridgeToken, orgId } = yield* makeEveryone
      yield* lock(orgId)
      const refused = Effect.fnUntraced(function* (token: string, rest: object = {}) {
        const bridge = yield* openBridge
        bridge.hello(token, { ...rest })
        return (yield* bridge.next("hello_error")).code
      })
      assert.strictEqual(yield* refused(`rbt_${"x".repeat(43)}`), "invalid_token")
      assert.strictEqual(yield* refused(bridgeToken, { protocol_version: 4 }), "bridge_too_old")
    })
  )

  it.effect("a bridge that is connected when the org is locked stays", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const bridge = yield* connectBridge(world.bridgeToken)
      yield* lock(world.orgId)
      yield* bridge.sync
      assert.isTrue((yield* detail(world)).bridge_state.online)
      assert.strictEqual(bridge.socket.readyState, bridge.socket.OPEN)
    })
  )

  it.effect("a server key is refused with org_locked at once where server keys may call", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { key, orgId } = yield* makeEveryone
      const me = call("GET", "/api/client/me", { as: key.token })
      yield* lock(orgId)
      yield* sql`UPDATE server_keys SET last_used_at = NULL WHERE id = ${key.id}`
      assert.deepStrictEqual(refusal(yield* me), locked)
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/robots", { as: key.token })), locked)
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/auth/me", { as: key.token })), [401, "unauthorized"])
      const unknown = `srv_${"x".repeat(43)}`
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as: unknown })), [401, "unauthorized"])
      yield* unlock(orgId)
      assert.strictEqual((yield* me).status, 200)
    })
  )

  it.effect("a realtime auth with a server key is answered auth_error org_locked and closed 1008", () =>
    Effect.gen(function* () {
      const { key, orgId } = yield* makeEveryone
      yield* lock(orgId)
      const client = yield* openRealtime
      assert.strictEqual((yield* client.auth(key.token)).code, "org_locked")
      assert.strictEqual(yield* client.closeCode, 1008)
    })
  )

  it.effect("a realtime auth with an access token is accepted, for each kind of caller", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner, user } = yield* makeEveryone
      yield* lock(orgId)
      for (const { token } of [developer, owner, user]) yield* connectRealtime(token)
    })
  )

  it.effect("an open socket of a server key lives on, over a change of its app, until the key goes", () =>
    Effect.gen(function* () {
      const { app, key, orgId, owner, robot } = yield* makeEveryone
      const client = yield* connectRealtime(key.token)
      client.send({ type: "subscribe", robot_id: robot.id, slug: "bridge_state" })
      yield* client.served
      yield* lock(orgId)
      const as = owner.token
      const body = { robot_ids: [] }
      assert.strictEqual((yield* call("PATCH", `/api/apps/${app.id}`, { as, body })).status, 200)
      // The grants are checked again all the same.
      assert.strictEqual((yield* client.next("subscribe_error")).code, "not_found")
      yield* client.served
      assert.strictEqual((yield* call("DELETE", `/api/apps/${app.id}/server-keys/${key.id}`, { as })).status, 204)
      assert.strictEqual(yield* client.closeCode, 4001)
    })
  )
})
