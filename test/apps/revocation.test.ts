import { assert, layer } from "@effect/vitest"
import { Apps } from "@fleet/server/apps/Apps"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Roles } from "@fleet/server/apps/Roles"
import { ServerKeys } from "@fleet/server/apps/ServerKeys"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Deferred, Effect, Fiber } from "effect"
import { gapOf } from "../support/gapOf.ts"
import { grant } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { aStage, datapoint, sample, type Stage } from "../realtime/world.ts"
import { TestApp } from "../support/TestApp.ts"

const onBattery = ({ robot }: Stage) => ({ [robot.id]: ["battery"] })

/** What takes the battery from the user or the key of the stage. */
const revocations = {
  "a replacement of permissions": ({ app, observe, owner }: Stage) => grant(owner.caller, app, observe.id, {}),
  "a deletion of the role that moves its users": ({ app, observe, operate, owner }: Stage) =>
    Effect.flatMap(Roles, (roles) => roles.delete(owner.caller, app, observe, operate.id)),
  "another role": ({ app, operate, owner, user }: Stage) =>
    Effect.flatMap(AppUsers, (users) => users.update(owner.caller, app, user.user, { role_id: operate.id })),
  "a list of robots without it": ({ app, owner }: Stage) =>
    Effect.flatMap(Apps, (apps) => apps.update(owner.caller, app, { robot_ids: [] })),
  "a block": ({ app, owner, user }: Stage) =>
    Effect.flatMap(AppUsers, (users) => users.update(owner.caller, app, user.user, { status: "blocked" })),
  "the deletion of the user": ({ app, owner, user }: Stage) =>
    Effect.flatMap(AppUsers, (users) => users.delete(owner.caller, app, user.user)),
  "the deletion of the app": ({ app, owner }: Stage) => Effect.flatMap(Apps, (apps) => apps.delete(owner.caller, app))
}

/** A socket that follows the battery and watches who does. */
const follow = Effect.fnUntraced(function* (token: string, { robot }: Stage) {
  const client = yield* connectRealtime(token)
  client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
  client.send({ type: "presence_subscribe", robot_id: robot.id })
  yield* client.next("presence", ({ viewers }) => viewers.length > 0)
  yield* client.settled
  return client
})

const told = (frames: ReadonlyArray<any>) => frames.filter(({ type }) => type === "datapoint" || type === "presence")

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("an open socket", (it) => {
  for (const [what, revoke] of Object.entries(revocations)) {
    it.effect(`an open socket receives nothing more once ${what} was answered`, () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const client = yield* follow(stage.user.token, stage)
        yield* revoke(stage)
        yield* sample(stage.robot.id, "battery", 1, 1)
        yield* Effect.raceFirst(client.next("subscribe_error"), client.closeCode)
        yield* sample(stage.robot.id, "battery", 2, 2)
        assert.deepStrictEqual(told(client.frames), [])
      })
    )
  }

  for (const what of ["rotate", "revoke"] as const) {
    it.effect(`an open socket of a server key receives nothing more once a call to ${what} it was answered`, () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const { app, key, owner, robot } = stage
        const client = yield* follow(key.token, stage)
        const keys = yield* ServerKeys
        yield* keys[what](owner.caller, app, yield* keys.get(app, key.id))
        yield* sample(robot.id, "battery", 1, 1)
        assert.strictEqual(yield* client.closeCode, 4001)
        assert.deepStrictEqual(told(client.frames), [])
      })
    )
  }

  for (const [what, revoke] of Object.entries(revocations)) {
    it.effect(`${what} is answered only when every process has acted on it`, () =>
      Effect.gen(function* () {
        const stage = yield* aStage
        const bus = yield* Bus
        const { broadcastAndWait } = bus
        const [asked, acknowledged] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
        const slowly: typeof broadcastAndWait = (...facts) =>
          Effect.andThen(
            Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(acknowledged)),
            broadcastAndWait(...facts)
          )
        Object.assign(bus, { broadcastAndWait: slowly })
        yield* Effect.addFinalizer(() => Effect.sync(() => Object.assign(bus, { broadcastAndWait })))
        const revoking = yield* Effect.forkChild(revoke(stage))
        yield* Deferred.await(asked)
        assert.isUndefined(revoking.pollUnsafe())
        yield* Deferred.succeed(acknowledged, undefined)
        yield* Fiber.join(revoking)
      })
    )
  }

  it.effect("an open socket is checked again after a gap in the facts, and loses what was revoked meanwhile", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const bus = yield* Bus
      const client = yield* follow(stage.user.token, stage)
      const { broadcastAndWait } = bus
      Object.assign(bus, { broadcastAndWait: () => Effect.void })
      yield* Effect.ensuring(
        grant(stage.owner.caller, stage.app, stage.observe.id, {}),
        Effect.sync(() => Object.assign(bus, { broadcastAndWait }))
      )
      gapOf(bus)
      yield* sample(stage.robot.id, "battery", 1, 1)
      yield* client.next("subscribe_error")
      assert.deepStrictEqual(told(client.frames), [])
    })
  )

  it.effect("an open socket loses nothing of what stays granted while that is checked", () =>
    Effect.gen(function* () {
      const stage = yield* aStage
      const client = yield* follow(stage.user.token, stage)
      yield* grant(stage.owner.caller, stage.app, stage.observe.id, onBattery(stage))
      yield* sample(stage.robot.id, "battery", 1, 1)
      assert.deepStrictEqual(yield* client.next("datapoint"), datapoint(stage.robot.id, "battery", 1, 1))
    })
  )
})
