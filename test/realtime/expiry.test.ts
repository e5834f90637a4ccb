import { assert, layer } from "@effect/vitest"
import { BridgeStates } from "@fleet/server/robots/bridges/BridgeStates"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { connectBridge } from "../support/FakeBridge.ts"
import { grant } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { call } from "../support/wire.ts"
import { almostOut, aRunOut, following, renewed, renewedUser, runOut, ShortTokens } from "./expiring.ts"
import { aStage, datapoint, pass, plain, refused, sample } from "./world.ts"

layer(ShortTokens, { timeout: "60 seconds" })("a socket whose token has expired", (it) => {
  it.effect(
    "a socket whose token has expired is sent auth_error at its end and no sooner, stays for 60 seconds and is then closed 1008",
    () =>
      Effect.gen(function* () {
        const { robot, user } = yield* aStage
        const client = yield* following(user.token, robot.id, "battery")
        yield* almostOut([client])
        yield* TestClock.adjust("14 seconds")
        yield* sample(robot.id, "battery", 1, 1)
        assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "battery", 1, 1)])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual((yield* client.settled).map(plain), [{ type: "auth_error", code: "token_expired" }])
        yield* pass([client], 59)
        assert.deepStrictEqual(yield* client.settled, [])
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* client.closeCode, 1008)
        assert.deepStrictEqual(client.frames, [])
      })
  )

  it.effect("a socket whose token has expired is pinged while it waits", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const client = yield* aRunOut(stage)
      const { pings } = client
      yield* pass([client], 45)
      assert.isAtLeast(client.pings - pings, 2)
    })
  )

  it.effect("a socket whose token has expired is sent nothing of what it follows", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { app, developer, observe, owner, path, robot, user } = stage
      const all = ["battery", "dock", "bridge_state", "robot_details"]
      yield* grant(owner.caller, app, observe.id, { [robot.id]: all })
      const client = yield* following(user.token, robot.id, ...all)
      client.send({ type: "presence_subscribe", robot_id: robot.id })
      yield* client.next("presence")
      yield* runOut(client)
      yield* sample(robot.id, "battery", 2, 2)
      ;(yield* BridgeStates).set(robot.id, { online: true, latency_ms: 1, low_bandwidth: true }, 3)
      const developers = yield* renewed(developer.refreshToken)
      yield* call("PUT", `${path}/details`, { as: developers, body: { details: { site: "A" } } })
      const bridge = yield* connectBridge(stage.bridgeToken)
      yield* bridge.next("config")
      const started = yield* call("POST", `${path}/jobs/dock`, { as: developers, body: { params: { speed: 1 } } })
      assert.strictEqual(started.status, 202)
      yield* following(developers, robot.id, "battery")
      yield* TestClock.adjust("2 seconds")
      yield* grant(owner.caller, app, observe.id, {})
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )

  it.effect(
    "a socket whose token has expired is answered not_authenticated to each command, which reaches no robot",
    () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const robot_id = stage.robot.id
        const client = yield* aRunOut(stage)
        const bridge = yield* connectBridge(stage.bridgeToken)
        yield* bridge.next("config")
        const nothing = { type: "command_result", ok: false, job: null, kind: null, code: "not_authenticated" }
        for (const frame of [
          { type: "invoke", robot_id, slug: "dock", params: { speed: 1 } },
          { type: "cancel", robot_id, slug: "dock", job_id: null },
          { type: "publish", robot_id, slug: "drive", message: { speed: 0.5 } },
          { type: "invoke", robot_id: "no uuid", slug: "dock" }
        ]) {
          client.send({ ...frame, request_id: "one" })
          assert.deepStrictEqual((yield* client.settled).map(plain), [{ ...nothing, request_id: "one" }])
          client.send({ ...frame, request_id: "x".repeat(65) })
          assert.deepStrictEqual((yield* client.settled).map(plain), [{ type: "error", code: "not_authenticated" }])
        }
        yield* bridge.sync
        assert.deepStrictEqual(
          bridge.frames.filter(({ type }) => type !== "ping"),
          []
        )
      })
  )

  it.effect("a socket whose token has expired is answered not_authenticated to what it asks to follow", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { developer, robot } = stage
      const client = yield* aRunOut(stage)
      const robot_id = robot.id
      client.send({ type: "subscribe", robot_id, slug: "battery" })
      client.send({ type: "presence_subscribe", robot_id })
      client.send({ type: "subscribe", robot_id: 7 })
      assert.deepStrictEqual((yield* client.settled).map(plain), [
        refused(robot_id, "battery", "not_authenticated"),
        refused(robot_id, null, "not_authenticated"),
        refused(null, null, "not_authenticated")
      ])
      const console = yield* connectRealtime(yield* renewed(developer.refreshToken))
      yield* runOut(console)
      console.send({ type: "org_event_subscribe" })
      assert.deepStrictEqual((yield* console.settled).map(plain), [{ type: "error", code: "not_authenticated" }])
    })
  )

  it.effect("a socket whose token has expired is no viewer, and is one again with another token", () =>
    Effect.gen(function* () {
      const { key, robot, user } = yield* aStage
      const watcher = yield* connectRealtime(key.token)
      watcher.send({ type: "presence_subscribe", robot_id: robot.id })
      const client = yield* following(user.token, robot.id, "battery")
      yield* TestClock.adjust("2 seconds")
      yield* watcher.next("presence", ({ viewers }) => viewers.length === 1)
      yield* almostOut([client, watcher])
      yield* TestClock.adjust("15 seconds")
      yield* client.next("auth_error")
      yield* TestClock.adjust("2 seconds")
      yield* watcher.next("presence", ({ viewers }) => viewers.length === 0)
      yield* client.auth(yield* renewedUser(user.refreshToken))
      yield* TestClock.adjust("2 seconds")
      yield* watcher.next("presence", ({ viewers }) => viewers[0]?.id === user.caller.id)
    })
  )

  for (const [what, token, code] of [
    ["nonsense", () => "nonsense", "invalid_token"],
    ["the token that expired", ({ user }) => user.token, "token_expired"],
    ["another's token", ({ key }) => key.token, "forbidden"]
  ] as const satisfies ReadonlyArray<readonly [string, (stage: any) => string, string]>) {
    it.effect(`a socket whose token has expired is closed at once for ${what}`, () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const client = yield* aRunOut(stage, "battery")
        assert.deepStrictEqual(plain(yield* client.auth(token(stage))), { type: "auth_error", code })
        assert.strictEqual(yield* client.closeCode, 1008)
      })
    )
  }

  it.effect(
    "a socket whose token has expired goes on with another token: every subscription from its newest value, job or viewers",
    () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const { app, bridgeToken, observe, owner, path, robot, user } = stage
        yield* grant(owner.caller, app, observe.id, { [robot.id]: ["battery", "dock", "undock"] })
        const client = yield* following(user.token, robot.id, "battery", "dock", "undock")
        client.send({ type: "presence_subscribe", robot_id: robot.id })
        yield* client.next("presence")
        yield* runOut(client)
        const bridge = yield* connectBridge(bridgeToken)
        yield* bridge.next("config")
        for (const value of [1, 2, 3]) yield* sample(robot.id, "battery", value, value)
        const as = yield* renewed(owner.refreshToken)
        const { body } = yield* call("POST", `${path}/jobs/dock`, { as, body: { params: { speed: 1 } } })
        const token = yield* renewedUser(user.refreshToken)
        const { session_id, type } = yield* client.auth(token)
        assert.deepStrictEqual([type, typeof session_id], ["auth_ok", "string"])
        const [value, job, presence, ...more] = yield* client.settled
        assert.deepStrictEqual(value, datapoint(robot.id, "battery", 3, 3))
        assert.deepStrictEqual([job.type, job.slug, job.job], ["job", "dock", body.job])
        assert.deepStrictEqual([presence.type, presence.robot_id], ["presence", robot.id])
        assert.deepStrictEqual(more, [])
        yield* sample(robot.id, "battery", 4, 4)
        const { job_id } = yield* bridge.next("invoke")
        bridge.update({ id: job_id, slug: "dock" }, "succeeded", { result: {} })
        assert.strictEqual((yield* client.next("datapoint")).value, 4)
        assert.strictEqual((yield* client.next("job")).job.state, "succeeded")
        client.send({ type: "invoke", request_id: "1", robot_id: robot.id, slug: "undock" })
        assert.isTrue((yield* client.next("command_result")).ok)
      })
  )

  it.effect("a socket whose token has expired may expire again, and go on again", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { robot, user } = stage
      const client = yield* aRunOut(stage, "battery")
      let { refreshToken } = user
      for (const value of [1, 2]) {
        yield* sample(robot.id, "battery", value, value)
        const path = "/api/client/refresh"
        const { body } = yield* call("POST", path, { body: { refresh_token: refreshToken } })
        refreshToken = body.refresh_token
        assert.strictEqual((yield* client.auth(body.access_token)).type, "auth_ok")
        assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "battery", value, value)])
        yield* runOut(client)
        yield* sample(robot.id, "battery", 0, value + 0.5)
        assert.deepStrictEqual(yield* client.settled, [])
      }
    })
  )

  it.effect("a socket whose token has expired follows no more what it unsubscribes meanwhile", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { robot, user } = stage
      const client = yield* following(user.token, robot.id, "battery")
      client.send({ type: "presence_subscribe", robot_id: robot.id })
      yield* client.next("presence")
      yield* runOut(client)
      client.send({ type: "unsubscribe", robot_id: robot.id, slug: "battery" })
      client.send({ type: "presence_unsubscribe", robot_id: robot.id })
      assert.deepStrictEqual(yield* client.settled, [])
      yield* sample(robot.id, "battery", 1, 1)
      yield* client.auth(yield* renewedUser(user.refreshToken))
      yield* sample(robot.id, "battery", 2, 2)
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )
})
