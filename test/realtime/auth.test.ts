import { assert, layer } from "@effect/vitest"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { connectRealtime, openRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { delivered, lock } from "./expiring.ts"
import { aStage, pass, plain, refused } from "./world.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

layer(TestApp, { timeout: "60 seconds" })("realtime auth", (it) => {
  it.effect("realtime auth answers each kind of caller its identity and expiry", () =>
    Effect.gen(function* () {
      const { app, developer, key, observe, user } = yield* aStage
      const nobody = { developer_id: null, app_user_id: null, server_key_id: null, app_id: null, role_id: null }
      const now = yield* TestClock.testClockWith((clock) => clock.currentTimeMillis)
      const expiresAt = new Date(now + 900_000)
      const answers = yield* Effect.forEach([developer, user, key], ({ token }) =>
        Effect.flatMap(openRealtime, (client) => client.auth(token))
      )
      assert.deepStrictEqual(answers, [
        {
          type: "auth_ok",
          identity: {
            ...nobody,
            kind: "developer",
            developer_id: developer.caller.id,
            email: developer.email,
            two_factor_enabled: null
          },
          session_id: answers[0].session_id,
          expires_at: answers[0].expires_at,
          server_ms: now
        },
        {
          type: "auth_ok",
          identity: {
            ...nobody,
            kind: "app_user",
            app_user_id: user.caller.id,
            app_id: app.id,
            role_id: observe.id,
            email: user.email,
            two_factor_enabled: false
          },
          session_id: answers[1].session_id,
          expires_at: answers[1].expires_at,
          server_ms: now
        },
        {
          type: "auth_ok",
          identity: {
            ...nobody,
            kind: "server_key",
            server_key_id: key.id,
            app_id: app.id,
            email: null,
            two_factor_enabled: null
          },
          session_id: answers[2].session_id,
          expires_at: null,
          server_ms: now
        }
      ])
      for (const { expires_at } of answers.slice(0, 2)) {
        assert.isAtMost(Math.abs(Date.parse(expires_at) - expiresAt.getTime()), 1_000)
      }
      assert.strictEqual(new Set(answers.map(({ session_id }) => session_id)).size, 3)
      for (const { session_id } of answers) assert.match(session_id, uuid)
    })
  )

  it.effect("realtime auth refuses an invalid token and closes 1008", () =>
    Effect.gen(function* () {
      const { app, bridgeToken, owner, user } = yield* aStage
      yield* (yield* AppUsers).update(owner.caller, app, user.user, { status: "blocked" })
      for (const [token, code] of [
        ["nonsense", "invalid_token"],
        [`srv_${"a".repeat(43)}`, "invalid_token"],
        [bridgeToken, "invalid_token"],
        [owner.refreshToken, "invalid_token"],
        [`${owner.token}x`, "invalid_token"],
        [user.token, "token_revoked"]
      ] as const) {
        const client = yield* openRealtime
        assert.deepStrictEqual(plain(yield* client.auth(token)), { type: "auth_error", code }, token)
        assert.strictEqual(yield* client.closeCode, 1008)
      }
    })
  )

  it.effect("realtime auth refuses a token that has run out", () =>
    Effect.gen(function* () {
      const { developer } = yield* aStage
      yield* TestClock.adjust("901 seconds")
      const client = yield* openRealtime
      assert.deepStrictEqual(plain(yield* client.auth(developer.token)), { type: "auth_error", code: "token_expired" })
      assert.strictEqual(yield* client.closeCode, 1008)
    })
  )

  it.effect("realtime auth closes 4002 ten seconds after a socket opened without an auth, whatever else it sent", () =>
    Effect.gen(function* () {
      const client = yield* openRealtime
      yield* TestClock.adjust("9 seconds")
      client.send({ type: "nonsense" })
      yield* client.next("error")
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* client.closeCode, 4002)
    })
  )

  it.effect("realtime auth takes as long as the proof of a token that came within the ten seconds", () =>
    Effect.gen(function* () {
      const { developer, robot } = yield* aStage
      const [client, quiet] = [yield* openRealtime, yield* openRealtime]
      yield* TestClock.adjust("9 seconds")
      const open = yield* lock("session_families")
      yield* delivered(client, { type: "auth", token: developer.token })
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* quiet.closeCode, 4002)
      yield* open
      assert.strictEqual((yield* client.next("auth_ok")).type, "auth_ok")
      client.send({ type: "subscribe", robot_id: robot.id, slug: "robot_details" })
      yield* client.next("datapoint")
    })
  )

  it.effect("realtime auth gets no more time by an auth frame without a token", () =>
    Effect.gen(function* () {
      const client = yield* openRealtime
      yield* TestClock.adjust("9 seconds")
      client.send({ type: "auth" })
      yield* client.next("error")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* client.closeCode, 4002)
    })
  )

  it.effect("realtime auth answers every frame before auth_ok with not_authenticated and stays open", () =>
    Effect.gen(function* () {
      const { developer, robot } = yield* aStage
      const client = yield* openRealtime
      const robot_id = robot.id
      client.send({ type: "subscribe", robot_id, slug: "battery" })
      assert.deepStrictEqual(
        plain(yield* client.next("subscribe_error")),
        refused(robot_id, "battery", "not_authenticated")
      )
      client.send({ type: "presence_subscribe", robot_id })
      assert.deepStrictEqual(plain(yield* client.next("subscribe_error")), refused(robot_id, null, "not_authenticated"))
      client.send({ type: "subscribe", robot_id: 7, slug: "battery" })
      assert.deepStrictEqual(
        plain(yield* client.next("subscribe_error")),
        refused(null, "battery", "not_authenticated")
      )
      for (const frame of [
        { type: "unsubscribe", robot_id, slug: "battery" },
        { type: "invoke", request_id: "1", robot_id, slug: "dock" },
        { type: "org_event_subscribe" },
        { type: "nonsense" },
        {}
      ]) {
        client.send(frame)
        assert.deepStrictEqual(plain(yield* client.next("error")), { type: "error", code: "not_authenticated" })
      }
      assert.strictEqual((yield* client.auth(developer.token)).type, "auth_ok")
    })
  )

  it.effect("realtime auth reads an auth without a token as an invalid frame", () =>
    Effect.gen(function* () {
      const client = yield* openRealtime
      for (const frame of [{ type: "auth" }, { type: "auth", token: 7 }, { type: "auth", token: "" }]) {
        client.send(frame)
        assert.deepStrictEqual(plain(yield* client.next("error")), { type: "error", code: "invalid_frame" })
      }
    })
  )

  it.effect("realtime auth keeps the session over a renewal, which moves its end", () =>
    Effect.gen(function* () {
      const { developer, key, robot } = yield* aStage
      const client = yield* openRealtime
      const first = yield* client.auth(developer.token)
      client.send({ type: "subscribe", robot_id: robot.id, slug: "robot_details" })
      yield* client.next("datapoint")
      yield* pass([client], 600)
      const { body } = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: developer.refreshToken } })
      const renewed = yield* client.auth(body.access_token)
      assert.strictEqual(renewed.session_id, first.session_id)
      assert.deepStrictEqual(renewed.identity, first.identity)
      assert.strictEqual(Date.parse(renewed.expires_at) - Date.parse(first.expires_at), 600_000)
      yield* pass([client], 600)
      assert.deepStrictEqual(yield* client.settled, [])
      // Another's token ends it, however good it is.
      assert.deepStrictEqual(plain(yield* client.auth(key.token)), { type: "auth_error", code: "forbidden" })
      assert.strictEqual(yield* client.closeCode, 1008)
    })
  )

  it.effect("realtime auth ends a socket whose token has run out, and none that speaks for a key", () =>
    Effect.gen(function* () {
      const { developer, key } = yield* aStage
      const person = yield* connectRealtime(developer.token)
      const machine = yield* connectRealtime(key.token)
      yield* pass([person, machine], 885)
      yield* TestClock.adjust("15 seconds")
      assert.deepStrictEqual(plain(yield* person.next("auth_error")), { type: "auth_error", code: "token_expired" })
      yield* pass([person, machine], 59)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* person.closeCode, 1008)
      assert.deepStrictEqual(yield* machine.settled, [])
    })
  )

  it.effect("realtime auth pings every 20 seconds and closes 4003 after two pings without an answer", () =>
    Effect.gen(function* () {
      const { key } = yield* aStage
      const [deaf, healthy] = [yield* connectRealtime(key.token), yield* connectRealtime(key.token)]
      deaf.pongs = false
      yield* pass([deaf, healthy], 59)
      assert.strictEqual(deaf.pings, 2)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* deaf.closeCode, 4003)
      assert.deepStrictEqual(yield* healthy.settled, [])
      assert.strictEqual(healthy.pings, 3)
    })
  )
})
