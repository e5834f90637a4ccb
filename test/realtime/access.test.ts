import { assert, layer } from "@effect/vitest"
import { Apps } from "@fleet/server/apps/Apps"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { ServerKeys } from "@fleet/server/apps/ServerKeys"
import { Effect } from "effect"
import { publish } from "../robots/jobs/world.ts"
import { grant, makeAppUser, makeRobot, makeServerKey } from "../support/people.ts"
import { connectRealtime, type RealtimeClient } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aStage, datapoint, plain, refused, sample, type Stage } from "./world.ts"

/** A socket that follows these slugs of the stage's robot; what is current is taken. */
const follower = Effect.fnUntraced(function* (token: string, { robot }: Pick<Stage, "robot">, ...slugs: Array<string>) {
  const client = yield* connectRealtime(token)
  for (const slug of slugs) client.send({ type: "subscribe", robot_id: robot.id, slug })
  yield* client.settled
  return client
})

/** The sockets still get the battery's samples, and got nothing else. */
const undisturbed = Effect.fnUntraced(function* (
  clients: ReadonlyArray<RealtimeClient>,
  { robot }: Pick<Stage, "robot">
) {
  const value = crypto.randomUUID()
  yield* sample(robot.id, "battery", value, 1)
  for (const client of clients) {
    // Waited for, because a sample is held while the access of its reader is being checked.
    assert.deepStrictEqual(yield* client.next("datapoint"), datapoint(robot.id, "battery", value, 1))
    assert.deepStrictEqual(yield* client.settled, [])
  }
})

layer(TestApp, { timeout: "60 seconds" })("a change of access", (it) => {
  it.effect("a change of access of grants ends what is no longer granted, and nothing else", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { app, developer, key, observe, owner, robot, user } = stage
      const client = yield* follower(user.token, stage, "battery", "dock")
      const others = [yield* follower(key.token, stage, "battery"), yield* follower(developer.token, stage, "battery")]
      yield* grant(owner.caller, app, observe.id, { [robot.id]: ["battery"] })
      assert.deepStrictEqual(plain(yield* client.next("subscribe_error")), refused(robot.id, "dock", "forbidden"))
      yield* undisturbed([client, ...others], stage)
      yield* grant(owner.caller, app, observe.id, { [robot.id]: ["dock"] })
      assert.deepStrictEqual(plain(yield* client.next("subscribe_error")), refused(robot.id, "battery", "forbidden"))
      yield* sample(robot.id, "battery", 1, 1)
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )

  it.effect("a change of access of a user's role ends what the new one does not grant", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { app, observe, operate, owner, robot, user } = stage
      const peer = yield* makeAppUser(owner.caller, app, observe.id)
      const client = yield* follower(user.token, stage, "battery")
      const other = yield* follower(peer.token, stage, "battery")
      yield* (yield* AppUsers).update(owner.caller, app, user.user, { role_id: operate.id })
      assert.deepStrictEqual(plain(yield* client.next("subscribe_error")), refused(robot.id, "battery", "forbidden"))
      yield* undisturbed([other], stage)
      client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
      assert.deepStrictEqual(plain(yield* client.next("subscribe_error")), refused(robot.id, "battery", "forbidden"))
    })
  )

  it.effect(
    "a change of access of the app's robots ends users' and keys' subscriptions, presence included, and no developer's",
    () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const { app, developer, key, owner, robot, user } = stage
        const developers = yield* follower(developer.token, stage, "battery")
        const ended = [yield* follower(user.token, stage, "battery"), yield* follower(key.token, stage, "battery")]
        for (const client of ended) {
          client.send({ type: "presence_subscribe", robot_id: robot.id })
          yield* client.next("presence")
        }
        yield* (yield* Apps).update(owner.caller, app, { robot_ids: [] })
        for (const client of ended) {
          const told = [yield* client.next("subscribe_error"), yield* client.next("subscribe_error")]
          assert.deepStrictEqual(told.map(plain), [
            refused(robot.id, "battery", "not_found"),
            refused(robot.id, null, "not_found")
          ])
        }
        yield* undisturbed([developers], stage)
      })
  )

  it.effect("a change of access of the configuration ends what is not published any more, by its kind", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { developer, owner, robot } = stage
      const client = yield* follower(developer.token, stage, "battery", "dock", "undock", "reset", "bridge_state")
      const points = "  battery: {topic: /battery, type: a/msg/B}\n  undock: {topic: /undock, type: a/msg/B}"
      yield* publish(owner.caller, robot.id, `platform: 1\ndatapoints:\n${points}\n`)
      const told = yield* Effect.forEach([1, 2, 3], () => client.next("subscribe_error"))
      assert.deepStrictEqual(told.map(plain), [
        refused(robot.id, "dock", "unknown_slug"),
        refused(robot.id, "undock", "unknown_slug"),
        refused(robot.id, "reset", "unknown_slug")
      ])
      yield* undisturbed([client], stage)
      const dock = "actions:\n  battery: {ros_name: /battery, type: a/action/B}"
      yield* publish(owner.caller, robot.id, `platform: 1\n${dock}\n`)
      assert.deepStrictEqual(
        plain(yield* client.next("subscribe_error")),
        refused(robot.id, "battery", "unknown_datapoint")
      )
    })
  )

  it.effect("a change of access by a robot's deletion ends everybody's subscriptions to it, and to no other", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { developer, key, owner, path, robot, user } = stage
      const { robot: other } = yield* makeRobot(owner.caller)
      const clients = yield* Effect.forEach([developer, key, user], ({ token }) => follower(token, stage, "battery"))
      clients[0]!.send({ type: "subscribe", robot_id: other.id, slug: "robot_details" })
      yield* clients[0]!.next("datapoint")
      const { status } = yield* call("DELETE", `${path}?force=true`, { as: owner.token })
      assert.isAtMost(status, 299)
      for (const client of clients) {
        assert.deepStrictEqual(plain(yield* client.next("subscribe_error")), refused(robot.id, "battery", "not_found"))
      }
      yield* call("PUT", `/api/robots/${other.id}/details`, { as: owner.token, body: { details: { a: 1 } } })
      assert.deepStrictEqual((yield* clients[0]!.next("datapoint")).value, { a: 1 })
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("the end of a credential", (it) => {
  it.effect("the end of a credential by logout closes the sockets of that sign-in with 4001, and no others", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { developer, owner, user } = stage
      const again = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: developer.refreshToken } })
      const ended = [
        yield* follower(developer.token, stage, "battery"),
        yield* follower(again.body.access_token, stage, "battery")
      ]
      const others = [yield* follower(owner.token, stage, "battery"), yield* follower(user.token, stage, "battery")]
      yield* call("POST", "/api/auth/logout", { body: { refresh_token: again.body.refresh_token } })
      for (const client of ended) assert.strictEqual(yield* client.closeCode, 4001)
      yield* undisturbed(others, stage)
    })
  )

  it.effect("the end of a credential by a spent refresh token closes the sockets of its family", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const { developer, user } = stage
      const client = yield* follower(user.token, stage, "battery")
      const other = yield* follower(developer.token, stage, "battery")
      const refresh = call("POST", "/api/client/refresh", { body: { refresh_token: user.refreshToken } })
      yield* refresh
      yield* undisturbed([client, other], stage)
      assert.strictEqual((yield* refresh).status, 401)
      assert.strictEqual(yield* client.closeCode, 4001)
      yield* undisturbed([other], stage)
    })
  )

  for (const [what, end] of [
    [
      "a block",
      (stage: Stage) =>
        Effect.flatMap(AppUsers, (users) =>
          users.update(stage.owner.caller, stage.app, stage.user.user, { status: "blocked" })
        )
    ],
    [
      "a removal",
      (stage: Stage) =>
        Effect.flatMap(AppUsers, (users) => users.delete(stage.owner.caller, stage.app, stage.user.user))
    ]
  ] as const) {
    it.effect(`the end of a credential by ${what} closes the user's sockets with 4001, and no others`, () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const peer = yield* makeAppUser(stage.owner.caller, stage.app, stage.observe.id)
        const others = yield* Effect.forEach([peer, stage.key, stage.developer], ({ token }) =>
          follower(token, stage, "battery")
        )
        const sockets = [
          yield* follower(stage.user.token, stage, "battery"),
          yield* follower(stage.user.token, stage, "battery")
        ]
        yield* end(stage)
        for (const client of sockets) assert.strictEqual(yield* client.closeCode, 4001)
        yield* undisturbed(others, stage)
      })
    )
  }

  for (const [what, end] of [
    ["rotation", "rotate"],
    ["deletion", "revoke"]
  ] as const) {
    it.effect(`the end of a credential by ${what} closes the key's sockets with 4001, and no others`, () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const { app, key, owner, user } = stage
        const spare = yield* makeServerKey(owner.caller, app)
        const others = [yield* follower(spare.token, stage, "battery"), yield* follower(user.token, stage, "battery")]
        const client = yield* follower(key.token, stage, "battery")
        const keys = yield* ServerKeys
        const record = (yield* keys.list(app)).find(({ id }) => id === key.id)!
        yield* keys[end](owner.caller, app, record)
        assert.strictEqual(yield* client.closeCode, 4001)
        yield* undisturbed(others, stage)
      })
    )
  }

  it.effect(
    "the end of a credential by the app's deletion closes its users' and keys' sockets, and no developer's",
    () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const { app, developer, key, owner, user } = stage
        const clients = [yield* follower(user.token, stage, "battery"), yield* follower(key.token, stage, "battery")]
        const other = yield* follower(developer.token, stage, "battery")
        yield* (yield* Apps).delete(owner.caller, app)
        for (const client of clients) assert.strictEqual(yield* client.closeCode, 4001)
        yield* undisturbed([other], stage)
      })
  )
})
