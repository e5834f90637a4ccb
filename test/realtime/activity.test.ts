import { assert, layer } from "@effect/vitest"
import { AuditLog } from "@fleet/server/audit/AuditLog"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { aConnectedRobot } from "../robots/jobs/world.ts"
import { homeOf, say } from "../support/homes.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aConsole, happen } from "./consoles.ts"
import { aStage, plain } from "./world.ts"

layer(TestApp, { timeout: "60 seconds" })("org activity", (it) => {
  it.effect("org activity is sent to developers who subscribe, and to nobody else", () =>
    Effect.gen(function* () {
      const { developer, key, orgId, owner, user } = yield* aStage
      const silent = yield* connectRealtime(owner.token)
      const client = yield* connectRealtime(developer.token)
      for (const { token } of [key, user]) {
        const other = yield* connectRealtime(token)
        for (const type of ["org_event_subscribe", "org_event_unsubscribe"]) {
          other.send({ type })
          assert.deepStrictEqual((yield* other.settled).map(plain), [{ type: "error", code: "forbidden" }])
        }
      }
      client.send({ type: "org_event_subscribe" })
      assert.deepStrictEqual(yield* client.settled, [{ type: "org_event_replay", events: [], complete: false }])
      const abroad = yield* aConsole
      yield* happen(orgId, "battery", { value: 1, timestamp_ms: 2 })
      assert.deepStrictEqual(yield* client.settled, [
        {
          type: "org_event",
          seq: 1,
          at: "1970-01-01T00:00:00.000Z",
          kind: "datapoint",
          severity: "info",
          robot_id: null,
          subject: "battery",
          detail: { value: 1, timestamp_ms: 2 }
        }
      ])
      assert.deepStrictEqual(yield* silent.settled, [])
      assert.deepStrictEqual(yield* abroad.client.settled, [])
      client.send({ type: "org_event_unsubscribe" })
      yield* client.served
      yield* happen(orgId, "battery")
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )

  it.effect("org activity has audit events", () =>
    Effect.gen(function* () {
      const { client, developer } = yield* aConsole
      yield* call("POST", "/api/robots", { as: developer.token, body: { name: "Rover" } })
      const event = yield* client.next("org_event", ({ kind }) => kind === "audit")
      assert.strictEqual(event.subject, "robot.created")
      assert.strictEqual(event.detail.target.label, "Rover")
    })
  )

  it.effect(
    "org activity has the first sample of each slug and second, also while no console is open for a while",
    () =>
      Effect.gen(function* () {
        const { client, developer, orgId } = yield* aConsole
        const { robot } = yield* makeRobot(developer.caller)
        const home = yield* homeOf(robot.id, orgId)
        const abroad = yield* makeOrg
        const foreign = yield* homeOf((yield* makeRobot(abroad.owner.caller)).robot.id, abroad.orgId)
        const sample = (slug: string, json: string, timestampMs: number, from = home) =>
          say(from, slug, json, timestampMs)
        const told = Effect.map(client.settled, (frames) =>
          frames
            .filter(({ kind }) => kind === "datapoint")
            .map(({ detail, robot_id, severity, subject }) => [robot_id, subject, severity, detail])
        )
        yield* told
        sample("battery", "1.4", 9, foreign)
        sample("battery", "1.5", 10)
        sample("battery", "1.6", 11)
        sample("pose", '{"x":1}', 12)
        assert.deepStrictEqual(yield* told, [
          [robot.id, "battery", "info", { value: 1.5, timestamp_ms: 10 }],
          [robot.id, "pose", "info", { value: { x: 1 }, timestamp_ms: 12 }]
        ])
        yield* TestClock.adjust("1 second")
        sample("battery", "1.7", 13)
        const fits = "x".repeat(4096 - '{"value":"","timestamp_ms":1}'.length)
        sample("text", `"${fits}"`, 1)
        sample("long", `"${fits}x"`, 1)
        assert.deepStrictEqual(yield* told, [
          [robot.id, "battery", "info", { value: 1.7, timestamp_ms: 13 }],
          [robot.id, "text", "info", { value: fits, timestamp_ms: 1 }],
          [robot.id, "long", "info", { omitted: "too_large", bytes: 4097 }]
        ])

        client.send({ type: "org_event_unsubscribe" })
        yield* client.served
        yield* TestClock.adjust("1 second")
        sample("battery", "1.8", 14)
        yield* call("POST", "/api/robots", { as: developer.token, body: { name: "Newcomer" } })
        client.send({ type: "org_event_subscribe" })
        const { complete, events } = yield* client.next("org_event_replay")
        assert.isTrue(complete)
        assert.deepStrictEqual(
          events.slice(-2).map(({ detail, subject }: any) => [subject, detail.value]),
          [
            ["battery", 1.8],
            ["robot.created", undefined]
          ]
        )

        yield* TestClock.adjust("1 second")
        sample("battery", "1.9", 15, yield* homeOf(events.at(-1).robot_id, orgId))
        assert.lengthOf(yield* told, 1)
      })
  )

  it.effect("org activity has the live samples of a connected bridge, and no backfilled ones", () =>
    Effect.gen(function* () {
      const { as, bridge, robot } = yield* aConnectedRobot
      const client = yield* connectRealtime(as)
      client.send({ type: "org_event_subscribe" })
      yield* client.next("org_event_replay")
      const battery = { type: "datapoint", slug: "battery" } as const
      bridge.send({ ...battery, value: 1, timestamp_ms: 1, backfill: true })
      bridge.send({ ...battery, value: 2, timestamp_ms: 2 })
      const event = yield* client.next("org_event", ({ kind }) => kind === "datapoint")
      assert.deepStrictEqual(
        [event.robot_id, event.subject, event.detail],
        [robot.id, "battery", { value: 2, timestamp_ms: 2 }]
      )
    })
  )

  it.effect("org activity leaves out a detail of more than 4096 bytes", () =>
    Effect.gen(function* () {
      const { client, orgId } = yield* aConsole
      const fits = "é".repeat(2047)
      yield* happen(orgId, "battery", fits)
      yield* happen(orgId, "battery", `${fits}x`)
      assert.deepStrictEqual(
        (yield* client.settled).map(({ detail }) => detail),
        [fits, { omitted: "too_large", bytes: 4097 }]
      )
    })
  )

  it.effect("org activity has audit events once they are committed, and never before", () =>
    Effect.gen(function* () {
      const { client, developer, orgId } = yield* aConsole
      const audit = yield* AuditLog
      const { run } = yield* Transaction
      const label = "x".repeat(250)
      const record = (action: string) =>
        audit.record({ orgId, actor: developer.caller, action, target: { kind: "thing", id: "1", label } })
      yield* Effect.flip(run(Effect.andThen(record("thing.undone"), Effect.fail("undone"))))
      yield* run(
        Effect.gen(function* () {
          yield* run(record("thing.done"))
          assert.deepStrictEqual(yield* client.settled, [])
        })
      )
      const [event, ...more] = yield* client.settled
      assert.deepStrictEqual(more, [])
      assert.strictEqual(event.subject, "thing.done")
      const { body } = yield* call("GET", "/api/audit?action_prefix=thing.", { as: developer.token })
      assert.deepStrictEqual(
        body.events.map(({ seq, target }: any) => ({ seq, target })),
        [event.detail]
      )
      assert.strictEqual(event.detail.target.label, "x".repeat(200))
    })
  )

  it.effect("org activity ends for a developer who is removed, and goes on for the others", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeOrg
      const [gone, stays] = [yield* connectRealtime(developer.token), yield* connectRealtime(owner.token)]
      for (const client of [gone, stays]) {
        client.send({ type: "org_event_subscribe" })
        yield* client.next("org_event_replay")
      }
      const removed = yield* call("DELETE", `/api/org/users/${developer.caller.id}`, { as: owner.token })
      assert.strictEqual(removed.status, 204)
      assert.strictEqual(yield* gone.closeCode, 4001)
      yield* happen(orgId, "battery")
      yield* stays.next("org_event", ({ subject }) => subject === "developer.removed")
      yield* stays.next("org_event", ({ subject }) => subject === "battery")
      assert.deepStrictEqual(gone.frames, [])
    })
  )
})
