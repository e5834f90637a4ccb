import { assert, layer } from "@effect/vitest"
import { DeveloperAuth } from "@fleet/server/identity/developers/DeveloperAuth"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { homeOf, say } from "../support/homes.ts"
import { makeRobot } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aConsole, happen } from "./consoles.ts"

layer(TestApp, { timeout: "60 seconds" })("the org activity buffer", (it) => {
  it.effect("the org activity buffer counts samples among the 50 a second", () =>
    Effect.gen(function* () {
      const { client, developer, orgId } = yield* aConsole
      const { robot } = yield* makeRobot(developer.caller)
      yield* client.settled
      yield* TestClock.adjust("2 seconds")
      yield* client.settled
      const home = yield* homeOf(robot.id, orgId)
      for (let index = 0; index < 60; index++) say(home, `slug_${index}`, "1", index)
      assert.strictEqual((yield* client.settled).filter(({ kind }) => kind === "datapoint").length, 50)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* client.next("org_event_dropped")).dropped, 10)
    })
  )

  it.effect("the org activity buffer is replayed oldest first, with whether it is complete", () =>
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

  it.effect("the org activity buffer sends at most 50 events a second, and counts the rest", () =>
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
        yield* happen(orgId, "pose")
        const { seq } = yield* back.next("org_event", ({ subject }) => subject === "pose")
        assert.strictEqual(seq, 2, "numbers are the org's, and go on")
      })
    )
  }

  it.effect("the org activity buffer reaches a console that subscribes meanwhile once, replayed or live", () =>
    Effect.gen(function* () {
      const { client, developer } = yield* aConsole
      const second = yield* connectRealtime(developer.token)
      const names = Array.from({ length: 30 }, (_, index) => `Robot ${index}`)
      const created = yield* Effect.forkChild(
        Effect.forEach(names, (name) => call("POST", "/api/robots", { as: developer.token, body: { name } }), {
          concurrency: 5
        })
      )
      yield* client.next("org_event", ({ seq }) => seq === 7)
      second.send({ type: "org_event_subscribe" })
      const { events } = yield* second.next("org_event_replay")
      yield* Fiber.join(created)
      const live = (yield* second.settled).filter(({ type }) => type === "org_event")
      assert.deepStrictEqual(
        [...events, ...live].map(({ seq }) => seq),
        names.map((_, index) => index + 1)
      )
      assert.strictEqual(new Set([...events, ...live].map(({ detail }) => detail.target.label)).size, names.length)
    })
  )

  it.effect("the org activity buffer goes on with a clock that was set back", () =>
    Effect.gen(function* () {
      const { client, orgId } = yield* aConsole
      for (let index = 0; index < 60; index++) yield* happen(orgId, "battery")
      yield* client.settled
      const now = yield* Clock.currentTimeMillis
      yield* TestClock.setTime(now - 3_600_000)
      yield* happen(orgId, "pose")
      yield* TestClock.setTime(now)
      assert.deepStrictEqual(
        (yield* client.settled).map(({ dropped, subject }) => dropped ?? subject),
        [10, "pose"]
      )
    })
  )
})
