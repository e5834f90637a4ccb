import { assert, layer } from "@effect/vitest"
import type { OrgId } from "@fleet/domain/Ids"
import { DeveloperAuth } from "@fleet/server/auth/DeveloperAuth"
import { Bus } from "@fleet/server/bus/Bus"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeOrg } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aStage, plain } from "./world.ts"

const happen = Effect.fnUntraced(function* (orgId: OrgId, subject: string, detail: unknown = null) {
  ;(yield* Bus).control({
    type: "org_event",
    orgId,
    event: { at: DateTime.makeUnsafe(0), kind: "datapoint", severity: "info", robot_id: null, subject, detail }
  })
})

/** A developer's socket that follows its org; the replay is taken. */
const aConsole = Effect.gen(function* () {
  const { developer, orgId } = yield* makeOrg
  const client = yield* connectRealtime(developer.token)
  client.send({ type: "org_event_subscribe" })
  const replay = yield* client.next("org_event_replay")
  return { client, developer, orgId, replay }
})

layer(TestApp, { timeout: "60 seconds" })("an org's activity", (it) => {
  it.effect("is told to developers who ask, and to nobody else", () =>
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

  it.effect("has what is audited", () =>
    Effect.gen(function* () {
      const { client, developer } = yield* aConsole
      yield* call("POST", "/api/robots", { as: developer.token, body: { name: "Rover" } })
      const event = yield* client.next("org_event", ({ kind }) => kind === "audit")
      assert.strictEqual(event.subject, "robot.created")
      assert.strictEqual(event.detail.target.label, "Rover")
    })
  )

  it.effect("is replayed oldest first, and says whether that is all", () =>
    Effect.gen(function* () {
      const { client, developer, orgId, replay } = yield* aConsole
      assert.deepStrictEqual(replay, { type: "org_event_replay", events: [], complete: false })
      const late = yield* connectRealtime(developer.token)
      const replayed = Effect.suspend(() => {
        late.send({ type: "org_event_subscribe" })
        return late.next("org_event_replay")
      })
      for (let index = 1; index <= 200; index++) {
        if (index % 50 === 0) yield* TestClock.adjust("1 second")
        yield* happen(orgId, `slug_${index}`)
      }
      const all = yield* replayed
      assert.isTrue(all.complete)
      assert.deepStrictEqual(all.events, yield* client.settled)
      assert.deepStrictEqual(
        all.events.map(({ seq, subject }: any) => [seq, subject]),
        Array.from({ length: 200 }, (_, index) => [index + 1, `slug_${index + 1}`])
      )
      yield* TestClock.adjust("1 second")
      yield* happen(orgId, "slug_201")
      const full = yield* replayed
      assert.isFalse(full.complete)
      assert.deepStrictEqual([full.events.length, full.events[0].seq, full.events[199].seq], [200, 2, 201])
    })
  )

  it.effect("tells at most 50 a second, and counts the rest", () =>
    Effect.gen(function* () {
      const { client, orgId } = yield* aConsole
      yield* TestClock.adjust("2 seconds")
      yield* client.settled
      for (let index = 0; index < 70; index++) yield* happen(orgId, "battery")
      assert.strictEqual((yield* client.settled).length, 50)
      yield* TestClock.adjust("1 second")
      const dropped = yield* client.next("org_event_dropped")
      assert.strictEqual(dropped.dropped, 20)
      yield* happen(orgId, "battery")
      yield* client.next("org_event", ({ seq }) => seq === 51)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )

  it.effect("leaves out a detail of more than 4096 bytes", () =>
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

  for (const [what, seconds, kept] of [
    ["is kept for an hour without a subscriber", 3_500, ["battery"]],
    ["is forgotten after an hour without a subscriber", 3_605, []]
  ] as const) {
    it.effect(what, () =>
      Effect.gen(function* () {
        const { client, developer, orgId } = yield* aConsole
        yield* happen(orgId, "battery")
        client.socket.close()
        yield* client.closeCode
        yield* TestClock.adjust(`${seconds} seconds`)
        const tokens = yield* (yield* DeveloperAuth).mint(developer.email)
        const back = yield* connectRealtime(tokens.access_token)
        back.send({ type: "org_event_subscribe" })
        const replay = yield* back.next("org_event_replay")
        assert.deepStrictEqual(
          replay.events.filter(({ kind }: any) => kind === "datapoint").map(({ subject }: any) => subject),
          kept
        )
        assert.strictEqual(replay.complete, kept.length > 0)
      })
    )
  }
})
