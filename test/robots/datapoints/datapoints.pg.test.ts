import { assert, layer } from "@effect/vitest"
import { BridgeStates } from "@fleet/server/robots/bridges/BridgeStates"
import { Effect } from "effect"
import { homeOf, say } from "../../support/homes.ts"
import { makeRobot } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { anApp, aPublishedRobot, refusal } from "../world.ts"

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("reading a robot", (it) => {
  it.effect("reading a robot answers the newest sample to whom it is granted, as the text that came", () =>
    Effect.gen(function* () {
      const { app, at, developer, robot } = yield* aPublishedRobot
      say(yield* homeOf(robot.id), "battery", `{"b":[1.50,null],"a":"é"}`, 12.25)
      for (const as of [developer.token, app.key, app.user]) {
        const answer = yield* call("GET", at("battery"), { as })
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.headers.get("content-type"), "application/json")
        assert.deepStrictEqual(answer.body, { slug: "battery", value: { b: [1.5, null], a: "é" }, timestamp_ms: 12.25 })
      }
    })
  )

  it.effect("reading a robot decides credential, id, robot, grant, slug and sample in this order", () =>
    Effect.gen(function* () {
      const { app, at, developer, owner } = yield* aPublishedRobot
      const { robot: unattached } = yield* makeRobot(owner.caller)
      const elsewhere = (tail = "") => `/api/robots/${unattached.id}/datapoints/battery${tail}`
      for (const tail of ["", "/history?window=2m&color=red"]) {
        const get = (path: string, as?: string) => refusal("GET", path + tail, as === undefined ? {} : { as })
        assert.deepStrictEqual(yield* get(at("battery")), [401, { code: "unauthorized" }])
        assert.deepStrictEqual(yield* get("/api/robots/7/datapoints/battery", app.user), [
          400,
          { code: "invalid_uuid" }
        ])
        assert.deepStrictEqual(yield* get(elsewhere(), app.user), [404, { code: "not_found" }])
        assert.deepStrictEqual(yield* get(elsewhere(), app.key), [404, { code: "not_found" }])
        // Forbidden says nothing of whether the slug exists.
        for (const slug of ["pose", "nothing", "bridge_state", "Not-a-slug"]) {
          assert.deepStrictEqual(yield* get(at(slug), app.user), [403, { code: "forbidden" }], slug)
        }
        for (const [slug, as] of [
          ["gone", app.user],
          ["dock", app.user],
          ["nothing", app.key],
          ["Not-a-slug", developer.token]
        ] as const) {
          assert.deepStrictEqual(yield* get(at(slug), as), [404, { code: "unknown_datapoint" }], slug)
        }
      }
      assert.deepStrictEqual(yield* refusal("GET", at("battery"), { as: app.user }), [404, { code: "no_data" }])
      assert.deepStrictEqual(yield* refusal("GET", elsewhere(), { as: developer.token }), [
        404,
        { code: "unknown_datapoint" }
      ])
    })
  )

  it.effect("reading a robot answers the built-ins of every robot", () =>
    Effect.gen(function* () {
      const { app, at, developer, robot } = yield* aPublishedRobot
      const before = yield* call("GET", at("bridge_state"), { as: developer.token })
      assert.deepStrictEqual(before.body, {
        slug: "bridge_state",
        value: { online: false, latency_ms: null, low_bandwidth: false },
        timestamp_ms: before.body.timestamp_ms
      })
      assert.isAtLeast(before.body.timestamp_ms, Math.floor(robot.created_at.epochMilliseconds))
      const state = { online: true, latency_ms: 3.5, low_bandwidth: false }
      ;(yield* BridgeStates).set(robot.id, state, 99)
      const { body } = yield* call("GET", at("bridge_state"), { as: app.key })
      assert.deepStrictEqual(body, { slug: "bridge_state", value: state, timestamp_ms: 99 })
      const details = yield* call("GET", at("robot_details"), { as: app.user })
      assert.deepStrictEqual(details.body.value, {})
      assert.strictEqual(details.body.timestamp_ms, robot.created_at.epochMilliseconds)
    })
  )

  it.effect("reading a robot lists the granted datapoints, built-ins included", () =>
    Effect.gen(function* () {
      const { app, developer, orgId: _, owner, path, robot } = yield* aPublishedRobot
      const builtin = (slug: string) => ({ slug, builtin: true, unit: null, rate_throttle_hz: null })
      const battery = { slug: "battery", builtin: false, unit: "V", rate_throttle_hz: 2 }
      const pose = { slug: "pose", builtin: false, unit: null, rate_throttle_hz: null }
      const all = [builtin("bridge_state"), builtin("robot_details"), battery, pose]
      const list = (as: string) => call("GET", `${path}/datapoints`, { as })
      assert.sameDeepMembers((yield* list(developer.token)).body.datapoints, all)
      assert.sameDeepMembers((yield* list(app.key)).body.datapoints, all)
      assert.deepStrictEqual((yield* list(app.user)).body, { datapoints: [builtin("robot_details"), battery] })
      const stranger = yield* anApp({ owner }, [robot.id], {})
      assert.deepStrictEqual(yield* refusal("GET", `${path}/datapoints`, { as: stranger.user }), [
        403,
        { code: "forbidden" }
      ])
    })
  )

  it.effect("reading a robot describes what is granted", () =>
    Effect.gen(function* () {
      const { app, developer, owner, path, robot } = yield* aPublishedRobot
      const nothing = { description: null, unit: null, decimals: null, input_schema: null }
      const battery = {
        slug: "battery",
        kind: "datapoint",
        ...nothing,
        description: "What is left",
        unit: "V",
        decimals: 1
      }
      const dock = {
        slug: "dock",
        kind: "action",
        ...nothing,
        input_schema: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: {
            speed: { type: "number", minimum: 0, maximum: 1.5, description: "Metres a second" },
            lamp: { type: "boolean", default: false }
          },
          required: ["speed"],
          additionalProperties: false
        }
      }
      const get = (as: string, at = path) => call("GET", `${at}/datasheet`, { as })
      assert.deepStrictEqual((yield* get(app.user)).body, {
        robot_id: robot.id,
        robot_name: "Rover",
        capabilities: { action_history: true, assets: false },
        exposures: [battery, dock]
      })
      const whole = (yield* get(developer.token)).body
      assert.deepStrictEqual(whole.capabilities, { action_history: true, assets: true })
      assert.sameDeepMembers(whole.exposures, [
        battery,
        { slug: "pose", kind: "datapoint", ...nothing },
        dock,
        { slug: "reset", kind: "service", ...nothing }
      ])
      assert.deepStrictEqual((yield* get(app.key)).body, whole)

      const { robot: bare } = yield* makeRobot(owner.caller, "Bare")
      const at = `/api/robots/${bare.id}`
      assert.deepStrictEqual((yield* get(developer.token, at)).body.exposures, [])
      assert.deepStrictEqual(yield* refusal("GET", `${at}/datasheet`, { as: app.user }), [404, { code: "not_found" }])
      const stranger = yield* anApp({ owner }, [robot.id], {})
      assert.deepStrictEqual(yield* refusal("GET", `${path}/datasheet`, { as: stranger.user }), [
        403,
        { code: "forbidden" }
      ])
    })
  )

  it.effect("reading a robot lists every slug that can be granted", () =>
    Effect.gen(function* () {
      const { app, developer, path } = yield* aPublishedRobot
      const { body } = yield* call("GET", `${path}/exposures`, { as: developer.token })
      assert.sameDeepMembers(body.exposures, [
        { slug: "bridge_state", kind: "datapoint", builtin: true },
        { slug: "robot_details", kind: "datapoint", builtin: true },
        { slug: "battery", kind: "datapoint", builtin: false },
        { slug: "pose", kind: "datapoint", builtin: false },
        { slug: "dock", kind: "action", builtin: false },
        { slug: "reset", kind: "service", builtin: false }
      ])
      for (const as of [app.user, app.key]) {
        assert.deepStrictEqual(yield* refusal("GET", `${path}/exposures`, { as }), [401, { code: "unauthorized" }])
      }
    })
  )

  it.effect("reading a robot shows each caller the robots it has something to do with", () =>
    Effect.gen(function* () {
      const world = yield* aPublishedRobot
      const { app, developer, owner, robot } = world
      const { robot: arm } = yield* makeRobot(owner.caller, "Arm")
      const { robot: unattached } = yield* makeRobot(owner.caller, "Zed")
      const both = yield* anApp(world, [robot.id, arm.id], { [robot.id]: ["battery"] })
      const capable = yield* anApp(world, [robot.id, arm.id], {}, { action_history: false, assets: true })
      const list = (as: string) => call("GET", "/api/client/robots", { as })
      const names = (as: string) => Effect.map(list(as), ({ body }) => body.robots.map((item: any) => item.name))
      ;(yield* BridgeStates).set(robot.id, { online: true, latency_ms: 1, low_bandwidth: true }, 1)
      const { body } = yield* list(app.user)
      assert.deepStrictEqual(body, {
        robots: [
          {
            id: robot.id,
            name: "Rover",
            created_at: body.robots[0].created_at,
            bridge_state: { online: true, latency_ms: 1, low_bandwidth: true },
            published_version: 1
          }
        ]
      })
      assert.deepStrictEqual(yield* names(both.user), ["Rover"])
      assert.deepStrictEqual(yield* names(both.key), ["Arm", "Rover"])
      assert.deepStrictEqual(yield* names(capable.user), ["Arm", "Rover"])
      assert.deepStrictEqual(yield* names(developer.token), ["Arm", "Rover", "Zed"])
      const all = (yield* list(developer.token)).body.robots
      assert.deepInclude(all[2], { id: unattached.id, published_version: null })
      assert.deepStrictEqual(yield* refusal("GET", "/api/client/robots"), [401, { code: "unauthorized" }])
    })
  )
})
