import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { BridgeStates } from "@fleet/server/robots/bridges/BridgeStates"
import { Effect } from "effect"
import { publish } from "../robots/jobs/world.ts"
import { makeRobot } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aLiveStage, aStage, aWatchedStage, datapoint, manyPoints, plain, refused, sample } from "./world.ts"

layer(TestApp, { timeout: "60 seconds" })("a realtime subscription", (it) => {
  it.effect("a realtime subscription sends the current value at once, then each", () =>
    Effect.gen(function* () {
      const { client, key, robot, user } = yield* aWatchedStage
      yield* sample(robot.id, "battery", { volts: 24.5 }, 5)
      const clients = [client, yield* connectRealtime(key.token), yield* connectRealtime(user.token)]
      for (const each of clients) {
        each.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
        assert.deepStrictEqual(yield* each.settled, [datapoint(robot.id, "battery", { volts: 24.5 }, 5)])
      }
      yield* sample(robot.id, "battery", null, 6)
      yield* sample(robot.id, "battery", [1e21, false], 7)
      for (const each of clients) {
        assert.deepStrictEqual(yield* each.settled, [
          datapoint(robot.id, "battery", null, 6),
          datapoint(robot.id, "battery", [1e21, false], 7)
        ])
      }
    })
  )

  it.effect("a realtime subscription sends nothing of a datapoint without a value until it has one", () =>
    Effect.gen(function* () {
      const { client, robot } = yield* aWatchedStage
      client.send({ type: "subscribe", robot_id: robot.id, slug: "battery", kind: "datapoint" })
      assert.deepStrictEqual(yield* client.settled, [])
      yield* sample(robot.id, "battery", 1, 1)
      assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "battery", 1, 1)])
    })
  )

  it.effect(
    "a realtime subscription sends the current frame again to a repeated subscribe, which stays one subscription",
    () =>
      Effect.gen(function* () {
        const { client, robot } = yield* aWatchedStage
        const subscribe = { type: "subscribe", robot_id: robot.id, slug: "battery" }
        yield* sample(robot.id, "battery", 1, 1)
        for (const _ of [1, 2, 3]) {
          client.send(subscribe)
          assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "battery", 1, 1)])
        }
        yield* sample(robot.id, "battery", 2, 2)
        assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "battery", 2, 2)])
        client.send({ type: "unsubscribe", robot_id: robot.id, slug: "battery" })
        yield* client.served
        yield* sample(robot.id, "battery", 3, 3)
        assert.deepStrictEqual(yield* client.settled, [])
      })
  )

  it.effect("a realtime subscription gets no answer to an unsubscribe, and leaves the other subscriptions", () =>
    Effect.gen(function* () {
      const { client, key, robot } = yield* aWatchedStage
      const other = yield* connectRealtime(key.token)
      for (const slug of ["battery", "bridge_state"]) {
        for (const each of [client, other]) each.send({ type: "subscribe", robot_id: robot.id, slug })
      }
      yield* client.settled
      yield* other.settled
      for (const slug of ["battery", "never", "battery"]) client.send({ type: "unsubscribe", robot_id: robot.id, slug })
      assert.deepStrictEqual(yield* client.settled, [])
      yield* sample(robot.id, "battery", 1, 1)
      const state = { online: true, latency_ms: null, low_bandwidth: false }
      ;(yield* BridgeStates).set(robot.id, state, 2)
      assert.deepStrictEqual(yield* client.settled, [datapoint(robot.id, "bridge_state", state, 2)])
      assert.strictEqual((yield* other.settled).length, 2)
    })
  )

  it.effect("a realtime subscription keeps one robot's samples from another's subscribers", () =>
    Effect.gen(function* () {
      const { client, owner, robot } = yield* aWatchedStage
      const { robot: twin } = yield* makeRobot(owner.caller)
      client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
      yield* client.settled
      yield* sample(twin.id, "battery", 1, 1)
      yield* sample(robot.id, "pose", 1, 1)
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )

  it.effect(
    "a realtime subscription refuses in the order robot, grant, slug, kind, with the ids as they were sent",
    () =>
      Effect.gen(function* () {
        const { developer, key, owner, robot, user } = yield* aStage
        const { robot: unattached } = yield* makeRobot(owner.caller)
        const { robot: foreign } = yield* aStage
        const unknown = "00000000-0000-4000-8000-000000000000"
        const cases = [
          [user, unattached.id, "battery", undefined, "not_found"],
          [key, unattached.id, "battery", undefined, "not_found"],
          [developer, foreign.id, "battery", undefined, "not_found"],
          [developer, unknown, "battery", undefined, "not_found"],
          // Forbidden says nothing of whether the slug exists, or what it is.
          [user, robot.id, "pose", undefined, "forbidden"],
          [user, robot.id, "nothing", undefined, "forbidden"],
          [user, robot.id, "reset", "action", "forbidden"],
          [user, robot.id, "horn", undefined, "forbidden"],
          [user, robot.id, "bridge_state", undefined, "forbidden"],
          [user, robot.id, "gone", undefined, "unknown_datapoint"],
          [user, robot.id, "gone", "datapoint", "unknown_datapoint"],
          [user, robot.id, "gone", "action", "unknown_slug"],
          [key, robot.id, "nothing", "camera", "unknown_slug"],
          [developer, unattached.id, "battery", undefined, "unknown_datapoint"],
          [developer, robot.id, "battery", "action", "wrong_kind"],
          [developer, robot.id, "dock", "datapoint", "wrong_kind"],
          [developer, robot.id, "dock", "service", "wrong_kind"],
          [developer, robot.id, "bridge_state", "action", "wrong_kind"],
          [developer, robot.id, "drive", undefined, "not_subscribable"],
          [developer, robot.id, "drive", "publisher", "not_subscribable"],
          [user, robot.id, "drive", undefined, "not_subscribable"],
          [developer, robot.id, "front", "camera", "not_subscribable"]
        ] as const
        for (const [{ token }, robotId, slug, kind, code] of cases) {
          const client = yield* connectRealtime(token)
          client.send({ type: "subscribe", robot_id: robotId, slug, ...(kind === undefined ? {} : { kind }) })
          const answers = yield* client.settled
          assert.deepStrictEqual(answers.map(plain), [refused(robotId, slug, code)], `${slug} as ${kind}`)
        }
      })
  )

  it.effect("a realtime subscription with bad fields is refused with the fields that were sent", () =>
    Effect.gen(function* () {
      const { client, robot } = yield* aWatchedStage
      for (const [frame, robotId, slug] of [
        [{ type: "subscribe" }, null, null],
        [{ type: "subscribe", robot_id: "7", slug: "battery" }, "7", "battery"],
        [{ type: "subscribe", robot_id: robot.id, slug: "Not a slug" }, robot.id, "Not a slug"],
        [{ type: "subscribe", robot_id: robot.id, slug: "battery", kind: "engine" }, robot.id, "battery"],
        [{ type: "subscribe", robot_id: robot.id, slug: "battery", kind: null }, robot.id, "battery"],
        [{ type: "subscribe", robot_id: 7, slug: ["battery"] }, null, null],
        [{ type: "presence_subscribe" }, null, null],
        [{ type: "presence_subscribe", robot_id: "x" }, "x", null]
      ] as const) {
        client.send(frame)
        assert.deepStrictEqual((yield* client.settled).map(plain), [refused(robotId, slug, "invalid_frame")])
      }
    })
  )

  it.effect("a realtime subscription is one of at most 500 of a socket, presence included", () =>
    Effect.gen(function* () {
      const { client, owner, robot } = yield* aWatchedStage
      const slugs = Array.from({ length: 100 }, (_, index) => `point_${index}`)
      const robots = yield* Effect.forEach([1, 2, 3, 4, 5], () => makeRobot(owner.caller))
      for (const each of robots) yield* publish(owner.caller, each.robot.id, manyPoints(slugs))
      const last = robots[4]!.robot.id
      client.send({ type: "presence_subscribe", robot_id: robot.id })
      for (const each of robots) {
        for (const slug of slugs) client.send({ type: "subscribe", robot_id: each.robot.id, slug })
      }
      const answers = (yield* client.settled).filter(({ type }) => type !== "presence")
      assert.deepStrictEqual(answers.map(plain), [refused(last, "point_99", "limit_reached")])
      // A repeated one counts nothing; a presence subscription counts as one.
      client.send({ type: "subscribe", robot_id: last, slug: "point_0" })
      client.send({ type: "presence_subscribe", robot_id: robot.id })
      assert.deepStrictEqual(
        (yield* client.settled).map(({ type }) => type),
        ["presence"]
      )
      client.send({ type: "presence_unsubscribe", robot_id: robot.id })
      client.send({ type: "subscribe", robot_id: last, slug: "point_99" })
      assert.deepStrictEqual(yield* client.settled, [])
      client.send({ type: "presence_subscribe", robot_id: robot.id })
      assert.deepStrictEqual((yield* client.settled).map(plain), [refused(robot.id, null, "limit_reached")])
      client.send({ type: "unsubscribe", robot_id: last, slug: "point_7" })
      client.send({ type: "presence_subscribe", robot_id: robot.id })
      assert.strictEqual((yield* client.next("presence")).robot_id, robot.id)
    })
  )

  it.effect("a realtime subscription follows the bridge's state, with the cloud's time", () =>
    Effect.gen(function* () {
      const { bridge, developer, robot } = yield* aLiveStage
      const client = yield* connectRealtime(developer.token)
      client.send({ type: "subscribe", robot_id: robot.id, slug: "bridge_state" })
      const online = yield* client.next("datapoint")
      assert.strictEqual(online.value.online, true)
      assert.strictEqual(online.value.low_bandwidth, false)
      const answer = yield* call("GET", `/api/robots/${robot.id}/datapoints/bridge_state`, { as: developer.token })
      assert.deepStrictEqual(answer.body.value, online.value)
      yield* bridge.leave
      assert.deepStrictEqual((yield* client.next("datapoint", ({ value }) => !value.online)).value, {
        online: false,
        latency_ms: null,
        low_bandwidth: false
      })
      const state = { online: true, latency_ms: 3.5, low_bandwidth: true }
      ;(yield* BridgeStates).set(robot.id, state, 99)
      assert.deepStrictEqual(yield* client.next("datapoint"), datapoint(robot.id, "bridge_state", state, 99))
    })
  )

  it.effect("a realtime subscription follows the robot's details", () =>
    Effect.gen(function* () {
      const { client, developer, path, robot } = yield* aWatchedStage
      client.send({ type: "subscribe", robot_id: robot.id, slug: "robot_details" })
      assert.deepStrictEqual(yield* client.settled, [
        datapoint(robot.id, "robot_details", {}, robot.created_at.epochMilliseconds)
      ])
      const details = { site: "Härnösand", shift: 2, tags: ["a"] }
      yield* call("PUT", `${path}/details`, { as: developer.token, body: { details } })
      assert.deepStrictEqual((yield* client.next("datapoint")).value, details)
    })
  )

  it.effect("a realtime subscription sends nothing older after a value that came while the current one was read", () =>
    Effect.gen(function* () {
      const { client, robot } = yield* aWatchedStage
      const bus = yield* Bus
      client.send({ type: "subscribe", robot_id: robot.id, slug: "robot_details" })
      client.send({ type: "done" })
      let told = 0
      while (!client.frames.some(({ type }) => type === "error")) {
        bus.publishRobot({ type: "robot_details", robotId: robot.id, details: { n: ++told }, timestampMs: told })
        yield* Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))
      }
      const seen = client.frames.filter(({ type }) => type === "datapoint").map(({ value }) => value.n)
      assert.isNotEmpty(seen)
      // What the database had says no number: it may come first, and only there.
      assert.notInclude(seen.slice(1), undefined)
      const numbers = seen.filter((n) => n !== undefined)
      assert.deepStrictEqual(
        numbers,
        numbers.map((_, index) => numbers[0] + index)
      )
    })
  )
})
