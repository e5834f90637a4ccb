import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import type { RobotEvent } from "@fleet/server/platform/bus/RobotEvents"
import { bridgeTokenHash } from "@fleet/server/robots/bridges/BridgeRecords"
import { BridgeStates } from "@fleet/server/robots/bridges/BridgeStates"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { anOrgWithRobot, auditOf, refusal } from "./world.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

const controls = Effect.gen(function* () {
  const heard: Array<Fact> = []
  yield* (yield* Bus).onFact(
    (event) => void heard.push(event),
    () => undefined
  )
  return heard
})

const nobody = "0b9f6a6e-9f0c-4d4e-8a53-3a8a4a5f7c01"
const nothingExposed = { datapoints: 0, actions: 0, services: 0, publishers: 0, cameras: 0 }
const offline = { online: false, latency_ms: null, low_bandwidth: false }

/** What is said of a bridge before its first hello. */
const newProtocol = {
  protocol_status: "current",
  protocol_version: null,
  protocol: { status: "current", sunset_at: null },
  last_seen_at: null
}

/** What is said of the configuration of a robot that has none. */
const noConfig = {
  published_version: null,
  published_at: null,
  applied_version: null,
  applied_ok: null,
  draft_updated_at: null
}

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("robots", (it) => {
  it.effect("robots are created with a token that is answered once and kept as a hash", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* anOrgWithRobot
      const answer = yield* call("POST", "/api/robots", { as: developer.token, body: { name: "  Arm  " } })
      assert.strictEqual(answer.status, 201)
      const { robot, token } = answer.body
      assert.deepStrictEqual(Object.keys(answer.body), ["robot", "token"])
      assert.deepStrictEqual(Object.keys(robot), ["id", "name", "created_at"])
      assert.strictEqual(robot.name, "Arm")
      assert.match(robot.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.match(token, /^rbt_[A-Za-z0-9_-]{43}$/)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")

      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT token_hash FROM robots WHERE id = ${robot.id}`
      assert.deepStrictEqual(new Uint8Array((row as any).token_hash), new Uint8Array(bridgeTokenHash(token)))
      assert.deepInclude((yield* auditOf(orgId)).at(-1), {
        action: "robot.created",
        actor_kind: "developer",
        actor_id: developer.caller.id,
        target_kind: "robot",
        target_id: robot.id,
        target_label: "Arm",
        details: null
      })
    })
  )

  it.effect("robots are named with 1 to 63 characters", () =>
    Effect.gen(function* () {
      const { developer, path } = yield* anOrgWithRobot
      for (const [body, field, rule] of [
        [{ name: "" }, "name", "too_short"],
        [{ name: "  " }, "name", "too_short"],
        [{ name: "x".repeat(64) }, "name", "too_long"],
        [{ name: 1 }, "name", "type"],
        [{}, "name", "required"],
        [{ name: "Arm", color: "red" }, "color", "unknown"],
        ["{", "body", "json"]
      ] as const) {
        const refused = [400, { code: "validation_error", details: { field, rule } }]
        assert.deepStrictEqual(yield* refusal("POST", "/api/robots", { as: developer.token, body }), refused)
        assert.deepStrictEqual(yield* refusal("PATCH", path, { as: developer.token, body }), refused)
      }
    })
  )

  it.effect("robots are at most 1000 in an org, however many are created at once", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* anOrgWithRobot
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO robots (org_id, name, token_hash)
        SELECT ${orgId}, 'r' || n, uuid_send(gen_random_uuid()) FROM generate_series(1, 998) n`
      const post = { as: developer.token, body: { name: "one more" } }
      const answers = yield* Effect.all(
        Array.from({ length: 12 }, () => call("POST", "/api/robots", post)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array(11).fill(409)])
      assert.deepStrictEqual(yield* refusal("POST", "/api/robots", post), [
        409,
        { code: "quota_exceeded", details: { quota: "max_robots", limit: 1000 } }
      ])
    })
  )

  it.effect("robots are listed by name, then id, with the state of their bridge", () =>
    Effect.gen(function* () {
      const { developer, robot } = yield* anOrgWithRobot
      const create = (name: string) =>
        Effect.map(call("POST", "/api/robots", { as: developer.token, body: { name } }), ({ body }) => body.robot)
      const twins = [yield* create("Arm"), yield* create("Arm")].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const state = { online: true, latency_ms: 12.5, low_bandwidth: true }
      ;(yield* BridgeStates).set(robot.id, state, 1)
      const rest = { exposes: nothingExposed, ...newProtocol, config: noConfig }
      const { body, status } = yield* call("GET", "/api/robots", { as: developer.token })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        robots: [
          ...twins.map((twin) => ({ ...twin, bridge_state: offline, ...rest })),
          {
            id: robot.id,
            name: "Rover",
            created_at: body.robots[2].created_at,
            bridge_state: state,
            ...rest,
            last_seen_at: body.robots[2].last_seen_at
          }
        ]
      })
    })
  )

  it.effect("robots are answered with their protocol and the configuration they run", () =>
    Effect.gen(function* () {
      const { developer, path, robot } = yield* anOrgWithRobot
      const none = yield* call("GET", path, { as: developer.token })
      assert.deepStrictEqual(none.body, {
        id: robot.id,
        name: "Rover",
        created_at: none.body.created_at,
        bridge_state: offline,
        exposes: nothingExposed,
        ...newProtocol,
        bridge_version: null,
        last_hello_error: null,
        config: { ...noConfig, published_at: null, applied_errors: null }
      })

      const sql = yield* SqlClient.SqlClient
      const error = { code: "bridge_too_old", message: "too old", at: "2026-01-02T03:04:05.678Z" }
      const errors = [{ kind: "datapoint", slug: "*", code: "whole_kind_failed", message: "no" }]
      yield* sql`
        UPDATE robots SET protocol_version = 4, protocol_status = 'refused', bridge_version = '0.9',
          last_hello_error = ${JSON.stringify(error)}::jsonb, applied_version = 3, applied_ok = false,
          applied_errors = ${JSON.stringify(errors)}::jsonb
        WHERE id = ${robot.id}`
      const { body } = yield* call("GET", path, { as: developer.token })
      assert.deepInclude(body, {
        protocol_status: "refused",
        protocol_version: 4,
        protocol: { status: "refused", sunset_at: null },
        bridge_version: "0.9",
        last_hello_error: error
      })
      assert.deepInclude(body.config, { applied_version: 3, applied_ok: false, applied_errors: errors })
    })
  )

  it.effect("robots are renamed, and the same name writes nothing", () =>
    Effect.gen(function* () {
      const { developer, orgId, path, robot } = yield* anOrgWithRobot
      const before = (yield* auditOf(orgId)).length
      const rename = (name: string) => call("PATCH", path, { as: developer.token, body: { name } })
      assert.deepStrictEqual((yield* rename("Rover")).body.robot.name, "Rover")
      assert.strictEqual((yield* auditOf(orgId)).length, before)
      const { body, status } = yield* rename(" Rover II ")
      assert.deepStrictEqual(
        [status, body],
        [200, { robot: { id: robot.id, name: "Rover II", created_at: body.robot.created_at } }]
      )
      const events = yield* auditOf(orgId)
      assert.strictEqual(events.length, before + 1)
      assert.deepInclude(events.at(-1), { action: "robot.renamed", target_label: "Rover II", details: null })
    })
  )

  it.effect("robots of another org do not exist, for every route and every caller", () =>
    Effect.gen(function* () {
      const mine = yield* anOrgWithRobot
      const theirs = yield* anOrgWithRobot
      for (const [method, tail] of [
        ["GET", ""],
        ["PATCH", ""],
        ["DELETE", "?force=maybe"],
        ["GET", "/deletion-preview"],
        ["POST", "/token/rotate"],
        ["PUT", "/details"],
        ["GET", "/exposures"],
        ["GET", "/config/draft"],
        ["PUT", "/config/draft"],
        ["POST", "/config/publish"],
        ["GET", "/config/versions"],
        ["GET", "/config/versions/1"],
        ["POST", "/config/versions/1/restore"],
        ["GET", "/config/slug-usage/battery"],
        ["POST", "/config/rename-slug"],
        ["GET", "/datapoints"],
        ["GET", "/datapoints/battery"],
        ["GET", "/datapoints/battery/history?window=2m"],
        ["GET", "/datasheet"]
      ] as const) {
        const body = method === "GET" ? undefined : "{"
        const ask = (path: string, as?: string) =>
          refusal(method, path + tail, { ...(as === undefined ? {} : { as }), body })
        assert.deepStrictEqual(yield* ask(theirs.path, mine.developer.token), [404, { code: "not_found" }], tail)
        assert.deepStrictEqual(
          yield* ask(`/api/robots/${nobody}`, mine.owner.token),
          [404, { code: "not_found" }],
          tail
        )
        assert.deepStrictEqual(yield* ask("/api/robots/rover", mine.owner.token), [400, { code: "invalid_uuid" }], tail)
        assert.deepStrictEqual(yield* ask("/api/robots/rover"), [401, { code: "unauthorized" }], tail)
      }
    })
  )

  it.effect("robots get a new token from an owner, which cuts the bridge", () =>
    Effect.gen(function* () {
      const { bridgeToken, developer, orgId, owner, path, robot } = yield* anOrgWithRobot
      assert.deepStrictEqual(yield* refusal("POST", `${path}/token/rotate`, { as: developer.token }), [
        403,
        { code: "tier_required", details: { required: "owner", actual: "developer" } }
      ])
      const heard = yield* controls
      const { body, headers, status } = yield* call("POST", `${path}/token/rotate`, { as: owner.token })
      assert.strictEqual(status, 201)
      assert.deepStrictEqual(Object.keys(body), ["token"])
      assert.match(body.token, /^rbt_[A-Za-z0-9_-]{43}$/)
      assert.notStrictEqual(body.token, bridgeToken)
      assert.strictEqual(headers.get("cache-control"), "no-store")
      const sql = yield* SqlClient.SqlClient
      const withHash = (token: string) => sql`SELECT id FROM robots WHERE token_hash = ${bridgeTokenHash(token)}`
      assert.lengthOf(yield* withHash(bridgeToken), 0)
      assert.lengthOf(yield* withHash(body.token), 1)
      assert.deepInclude(heard, { type: "token_rotated", robotId: robot.id })
      assert.deepInclude((yield* auditOf(orgId)).at(-1), { action: "robot.token_rotated", details: null })
    })
  )

  it.effect("robots keep details that replace each other whole and are sent to followers", () =>
    Effect.gen(function* () {
      const { developer, orgId, path, robot } = yield* anOrgWithRobot
      const heard: Array<RobotEvent> = []
      yield* (yield* Bus).follow(robot.id, (event) => heard.push(event))
      const put = (details: unknown) => call("PUT", `${path}/details`, { as: developer.token, body: { details } })
      yield* put({ old: true })
      const details = { serial_no: "A-1", height: 1.5, indoor: false, arms: [1, "two", null], site: { floor: 2 } }
      const answer = yield* put(details)
      assert.deepStrictEqual([answer.status, answer.body], [200, { details }])
      const { body } = yield* call("GET", `${path}/datapoints/robot_details`, { as: developer.token })
      assert.deepStrictEqual(body, { slug: "robot_details", value: details, timestamp_ms: body.timestamp_ms })
      const told = heard.filter((event) => event.type === "robot_details")
      assert.deepStrictEqual(
        told.map((event) => event.details),
        [{ old: true }, details]
      )
      assert.strictEqual(told[1]?.timestampMs, body.timestamp_ms)
      const trail = yield* auditOf(orgId)
      assert.deepInclude(trail.at(-1), { action: "robot.details_set", details: null })
      assert.strictEqual((yield* put(details)).status, 200)
      assert.lengthOf(yield* auditOf(orgId), trail.length)
      assert.lengthOf(
        heard.filter((event) => event.type === "robot_details"),
        2
      )
    })
  )

  it.effect("robots take no details beyond their bounds", () =>
    Effect.gen(function* () {
      const { developer, path } = yield* anOrgWithRobot
      const put = (details: unknown) => refusal("PUT", `${path}/details`, { as: developer.token, body: { details } })
      const refused = (field: string, rule: string) => [400, { code: "validation_error", details: { field, rule } }]
      const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))
      assert.deepStrictEqual(yield* put({ Serial: 1 }), refused("details.Serial", "format"))
      assert.deepStrictEqual(yield* put({ a: null }), refused("details.a", "type"))
      assert.deepStrictEqual(yield* put({ a: "x".repeat(4097) }), refused("details.a", "too_long"))
      assert.deepStrictEqual(yield* put(many(201)), refused("details", "too_long"))
      assert.deepStrictEqual(yield* put({ a: Array(20).fill("x".repeat(4000)) }), refused("details", "too_large"))
      assert.deepStrictEqual(yield* put({ a: "half \ud800" }), refused("details.a", "format"))
      assert.strictEqual((yield* put(many(200)))[0], 200)
    })
  )
})
