import { assert, layer } from "@effect/vitest"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { grant, makeApp, makeAppUser, makeRobot } from "../support/people.ts"
import { connectRealtime, type RealtimeClient } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { aStage, plain, refused } from "./world.ts"

const watch = Effect.fnUntraced(function* (client: RealtimeClient, robotId: string) {
  client.send({ type: "presence_subscribe", robot_id: robotId })
  return yield* client.next("presence")
})
const look = Effect.fnUntraced(function* (client: RealtimeClient, robotId: string, type = "subscribe") {
  client.send({ type, robot_id: robotId, slug: "battery" })
  yield* client.served
})
/** Lets what waits for its second be told. */
const aSecond = TestClock.adjust("1 second")
const ids = ({ viewers }: any): ReadonlyArray<string> => viewers.map(({ id }: any) => id)

layer(TestApp, { timeout: "60 seconds" })("presence", (it) => {
  it.effect("presence is sent at once, and then on change", () =>
    Effect.gen(function* () {
      const { developer, key, robot, user } = yield* aStage
      const watcher = yield* connectRealtime(developer.token)
      const first = yield* watch(watcher, robot.id)
      assert.deepStrictEqual(first, { type: "presence", robot_id: robot.id, viewers: [], at_ms: first.at_ms })
      yield* aSecond
      const [person, machine] = [yield* connectRealtime(user.token), yield* connectRealtime(key.token)]
      yield* look(person, robot.id)
      yield* look(machine, robot.id)
      yield* aSecond
      yield* aSecond
      const told = yield* watcher.next("presence", ({ viewers }) => viewers.length === 2)
      assert.deepStrictEqual(told.viewers, [
        { kind: "app_user", id: user.caller.id, label: user.email },
        { kind: "server_key", id: key.id, label: key.caller.name }
      ])
      yield* look(person, robot.id, "unsubscribe")
      machine.socket.close()
      yield* machine.closeCode
      yield* aSecond
      yield* aSecond
      yield* watcher.next("presence", ({ viewers }) => viewers.length === 0)
    })
  )

  it.effect("presence is sent at most once a second", () =>
    Effect.gen(function* () {
      const { developer, robot, user } = yield* aStage
      const watcher = yield* connectRealtime(developer.token)
      const client = yield* connectRealtime(user.token)
      const told: Array<number> = [(yield* watch(watcher, robot.id)).at_ms]
      for (let step = 0; step < 40; step++) {
        // Every second finds another state than the one before.
        const looks = step % 2 === Math.floor(step / 10) % 2
        yield* look(client, robot.id, looks ? "subscribe" : "unsubscribe")
        yield* TestClock.adjust("100 millis")
        told.push(...(yield* watcher.settled).map(({ at_ms }) => at_ms))
      }
      assert.isAtLeast(told.length, 3)
      for (const [index, at] of told.slice(1).entries()) assert.isAtLeast(at - told[index]!, 1_000)
    })
  )

  it.effect(
    "presence is not sent again to callers whose view did not change: another app's viewers, or the same ones as before",
    () =>
      Effect.gen(function* () {
        const { developer, key, owner, robot, user } = yield* aStage
        const elsewhere = yield* makeApp(owner.caller, [robot.id])
        yield* grant(owner.caller, elsewhere.app, elsewhere.observe.id, { [robot.id]: ["battery"] })
        const stranger = yield* makeAppUser(owner.caller, elsewhere.app, elsewhere.observe.id)
        const [person, developers] = [yield* connectRealtime(user.token), yield* connectRealtime(developer.token)]
        yield* watch(person, robot.id)
        yield* watch(developers, robot.id)
        yield* TestClock.adjust("2 seconds")
        const [abroad, machine] = [yield* connectRealtime(stranger.token), yield* connectRealtime(key.token)]
        for (const type of ["subscribe", "unsubscribe", "subscribe"]) {
          yield* look(abroad, robot.id, type)
          yield* TestClock.adjust("2 seconds")
          assert.deepStrictEqual(yield* person.settled, [])
          yield* developers.next("presence", ({ viewers }) => viewers.length === (type === "subscribe" ? 1 : 0))
        }
        yield* look(machine, robot.id)
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(ids(yield* person.next("presence")), [key.id])
        assert.lengthOf(ids(yield* developers.next("presence")), 2)
        yield* look(developers, robot.id)
        assert.lengthOf(ids(yield* developers.next("presence")), 3)
        // Gone and back within the second: the same viewers in another order.
        yield* look(abroad, robot.id, "unsubscribe")
        yield* look(abroad, robot.id)
        yield* TestClock.adjust("2 seconds")
        for (const each of [person, developers]) assert.deepStrictEqual(yield* each.settled, [])
      })
  )

  it.effect("presence is sent as soon where the clock was set back", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const { developer, robot, user } = yield* aStage
      const watcher = yield* connectRealtime(developer.token)
      const { at_ms } = yield* watch(watcher, robot.id)
      const client = yield* connectRealtime(user.token)
      yield* TestClock.setTime(at_ms - 3_600_000)
      yield* look(client, robot.id)
      yield* aSecond
      yield* aSecond
      yield* aSecond
      const told = yield* watcher.next("presence", ({ viewers }) => viewers.length === 1)
      assert.isBelow(told.at_ms, at_ms)
      yield* TestClock.setTime(at_ms)
    })
  )

  it.effect("presence does not count who only watches", () =>
    Effect.gen(function* () {
      const { developer, key, robot } = yield* aStage
      const [watcher, other] = [yield* connectRealtime(developer.token), yield* connectRealtime(key.token)]
      yield* watch(watcher, robot.id)
      yield* aSecond
      yield* watch(other, robot.id)
      yield* aSecond
      yield* aSecond
      assert.deepStrictEqual(yield* watcher.settled, [])
      assert.deepStrictEqual((yield* watch(watcher, robot.id)).viewers, [])
    })
  )

  it.effect("presence counts an identity once, while it has a subscription on any socket", () =>
    Effect.gen(function* () {
      const { developer, owner, robot } = yield* aStage
      const watcher = yield* connectRealtime(owner.token)
      const [one, two] = [yield* connectRealtime(developer.token), yield* connectRealtime(developer.token)]
      yield* look(one, robot.id)
      yield* look(one, robot.id)
      yield* look(two, robot.id)
      one.send({ type: "subscribe", robot_id: robot.id, slug: "dock" })
      yield* one.served
      const seen = Effect.map(watch(watcher, robot.id), ids)
      assert.deepStrictEqual(yield* seen, [developer.caller.id])
      yield* look(two, robot.id, "unsubscribe")
      yield* look(one, robot.id, "unsubscribe")
      assert.deepStrictEqual(yield* seen, [developer.caller.id])
      one.send({ type: "unsubscribe", robot_id: robot.id, slug: "dock" })
      yield* one.served
      assert.deepStrictEqual(yield* seen, [])
    })
  )

  it.effect(
    "presence shows an app's callers their own app only, and names users to each other by display name alone",
    () =>
      Effect.gen(function* () {
        const { app, developer, key, observe, owner, robot, user } = yield* aStage
        const named = yield* makeAppUser(owner.caller, app, observe.id)
        yield* (yield* AppUsers).update(owner.caller, app, named.user, { display_name: "Ada" })
        const unnamed = yield* makeAppUser(owner.caller, app, observe.id)
        const elsewhere = yield* makeApp(owner.caller, [robot.id])
        yield* grant(owner.caller, elsewhere.app, elsewhere.observe.id, { [robot.id]: ["battery"] })
        const stranger = yield* makeAppUser(owner.caller, elsewhere.app, elsewhere.observe.id)
        for (const { token } of [developer, key, user, named, unnamed, stranger]) {
          yield* look(yield* connectRealtime(token), robot.id)
        }
        const labels = Effect.fnUntraced(function* (token: string) {
          const { viewers } = yield* watch(yield* connectRealtime(token), robot.id)
          return Object.fromEntries(viewers.map(({ id, label }: any) => [id, label]))
        })
        const own = { [key.id]: key.caller.name, [named.caller.id]: "Ada" }
        const all = { ...own, [user.caller.id]: user.email, [unnamed.caller.id]: unnamed.email }
        assert.deepStrictEqual(yield* labels(user.token), {
          ...own,
          [user.caller.id]: user.email,
          [unnamed.caller.id]: "App user"
        })
        assert.deepStrictEqual(yield* labels(key.token), all)
        assert.deepStrictEqual(yield* labels(stranger.token), { [stranger.caller.id]: stranger.email })
        assert.deepStrictEqual(yield* labels(owner.token), {
          ...all,
          [stranger.caller.id]: stranger.email,
          [developer.caller.id]: developer.email
        })
      })
  )

  it.effect("presence is refused for a robot that is not reached, and needs no grant on one that is", () =>
    Effect.gen(function* () {
      const { app, operate, owner, robot } = yield* aStage
      const { robot: unattached } = yield* makeRobot(owner.caller)
      const ungranted = yield* makeAppUser(owner.caller, app, operate.id)
      const client = yield* connectRealtime(ungranted.token)
      assert.deepStrictEqual((yield* watch(client, robot.id)).viewers, [])
      client.send({ type: "presence_subscribe", robot_id: unattached.id })
      assert.deepStrictEqual((yield* client.settled).map(plain), [refused(unattached.id, null, "not_found")])
    })
  )

  it.effect("presence stops with a presence_unsubscribe, which is not answered", () =>
    Effect.gen(function* () {
      const { developer, robot, user } = yield* aStage
      const watcher = yield* connectRealtime(developer.token)
      yield* watch(watcher, robot.id)
      watcher.send({ type: "presence_unsubscribe", robot_id: robot.id })
      yield* watcher.served
      yield* look(yield* connectRealtime(user.token), robot.id)
      yield* aSecond
      yield* aSecond
      assert.deepStrictEqual(yield* watcher.settled, [])
    })
  )
})
