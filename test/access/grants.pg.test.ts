import { assert, layer } from "@effect/vitest"
import type { Caller } from "@fleet/domain/Caller"
import { UnknownDatapoint } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { Apps } from "@fleet/server/apps/Apps"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Access, accessRefusal } from "@fleet/server/access/Access"
import { Grants } from "@fleet/server/access/Grants"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Robots } from "@fleet/server/robots/Robots"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { grant, makeApp, makeAppUser, makeOrg, makeRobot, makeServerKey } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { broadcastNow } from "../support/broadcastNow.ts"

const slugs = ["battery", "dock", "bridge_state"] as const
const capabilities = ["action_history", "assets"] as const

/** Three robots, each attached or not, each with some slugs granted; and two capabilities. */
const Robot = Schema.Struct({
  attached: Schema.Boolean,
  granted: Schema.Tuple([Schema.Boolean, Schema.Boolean, Schema.Boolean])
})
const Situation = Schema.Struct({
  robots: Schema.Tuple([Robot, Robot, Robot]),
  capabilities: Schema.Struct({ action_history: Schema.Boolean, assets: Schema.Boolean })
})

const world = Effect.cached(
  Effect.gen(function* () {
    const { owner } = yield* makeOrg
    const robots = yield* Effect.forEach(["c", "a", "b"], (name) =>
      Effect.map(makeRobot(owner.caller, name), ({ robot }) => robot.id)
    )
    const { app, observe } = yield* makeApp(owner.caller)
    const user = yield* makeAppUser(owner.caller, app, observe.id)
    const key = yield* makeServerKey(owner.caller, app)
    return { owner, robots, app, observe, user, key }
  })
).pipe(Effect.runSync)

/** Whether the caller is granted the slug, which no robot here has published. */
const require = (caller: Caller, robotId: RobotId, slug: string) =>
  Effect.flatMap(Access, (access) =>
    access.resolve(caller, robotId, { slug }).pipe(
      Effect.mapError(({ failed }) => accessRefusal(failed, () => new UnknownDatapoint())),
      Effect.asVoid,
      Effect.catchTag("unknown_datapoint", () => Effect.void)
    )
  )

const codeOf = <A, E extends { readonly code: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ code }) => code, onSuccess: () => "ok" })

layer(TestApp, { excludeTestServices: true, timeout: "120 seconds" })("what a caller reaches", (it) => {
  it.effect.prop(
    "what a caller reaches is what its app lists and its role grants, and everything for developers and keys",
    [Situation],
    ([situation]) =>
      Effect.gen(function* () {
        const { app, key, observe, owner, robots, user } = yield* world
        const grants = yield* Grants
        const access = yield* Access
        const attached = robots.filter((_, index) => situation.robots[index]!.attached)
        const updated = yield* (yield* Apps).update(owner.caller, yield* (yield* Apps).get(owner.caller, app.id), {
          robot_ids: attached
        })
        const granted = (robot: RobotId) => {
          const { attached, granted } = situation.robots[robots.indexOf(robot)]!
          return attached ? slugs.filter((_, index) => granted[index]) : []
        }
        yield* grant(
          owner.caller,
          updated,
          observe.id,
          Object.fromEntries(attached.map((robot) => [robot, granted(robot)])),
          situation.capabilities
        )

        const anyCapability = situation.capabilities.action_history || situation.capabilities.assets
        const model = {
          reaches: (caller: Caller, robot: RobotId) => caller.kind === "developer" || attached.includes(robot),
          has: (caller: Caller, robot: RobotId, slug: string) =>
            caller.kind !== "app_user" || (granted(robot) as ReadonlyArray<string>).includes(slug),
          may: (caller: Caller, capability: (typeof capabilities)[number]) =>
            caller.kind !== "app_user" || situation.capabilities[capability],
          any: (caller: Caller, robot: RobotId) =>
            caller.kind !== "app_user" || anyCapability || granted(robot).length > 0
        }

        for (const caller of [owner.caller, user.caller, key.caller]) {
          for (const robot of robots) {
            const reached = model.reaches(caller, robot)
            assert.strictEqual(yield* codeOf(access.requireRobot(caller, robot)), reached ? "ok" : "not_found")
            for (const slug of slugs) {
              const expected = !reached ? "not_found" : model.has(caller, robot, slug) ? "ok" : "forbidden"
              assert.strictEqual(yield* codeOf(require(caller, robot, slug)), expected)
            }
            for (const capability of capabilities) {
              const expected = !reached ? "not_found" : model.may(caller, capability) ? "ok" : "capability_required"
              assert.strictEqual(yield* codeOf(access.requireCapability(caller, robot, capability)), expected)
            }
            if (!reached) {
              assert.strictEqual(yield* codeOf(access.requireRobot(caller, robot)), "not_found")
              continue
            }
            const all = yield* access.requireRobot(caller, robot)
            assert.strictEqual(all.robot.id, robot)
            assert.strictEqual(all.any, model.any(caller, robot))
            for (const slug of slugs) assert.strictEqual(all.has(slug), model.has(caller, robot, slug))
            for (const capability of capabilities) {
              assert.strictEqual(all.capabilities[capability], model.may(caller, capability))
            }
          }
          const [c, a, b] = robots as [RobotId, RobotId, RobotId]
          assert.deepStrictEqual(
            (yield* grants.robots(caller)).map(({ id }) => id),
            [a, b, c].filter((robot) => model.reaches(caller, robot) && model.any(caller, robot))
          )
        }
      }),
    { arbitrary: { runs: 25 } }
  )

  it.effect("what a caller reaches follows a change of role at once, for a caller proven before it", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const { robot } = yield* makeRobot(owner.caller)
      const { app, observe, operate } = yield* makeApp(owner.caller, [robot.id])
      yield* grant(owner.caller, app, operate.id, { [robot.id]: ["dock"] })
      const user = yield* makeAppUser(owner.caller, app, observe.id)
      assert.strictEqual(yield* codeOf(require(user.caller, robot.id, "dock")), "forbidden")
      yield* (yield* AppUsers).update(owner.caller, app, user.user, { role_id: operate.id })
      assert.strictEqual(yield* codeOf(require(user.caller, robot.id, "dock")), "ok")
    })
  )

  it.effect("what a caller reaches keeps what it read, and nothing that a change overtook", () =>
    Effect.gen(function* () {
      const grants = yield* Grants
      const access = yield* Access
      const bus = yield* Bus
      const { owner } = yield* makeOrg
      const { robot } = yield* makeRobot(owner.caller)
      const { app, observe } = yield* makeApp(owner.caller, [robot.id])
      const user = yield* makeAppUser(owner.caller, app, observe.id)
      const reads = yield* Effect.all(
        [
          grants.find(user.caller, robot.id),
          Effect.sync(() => broadcastNow(bus, { type: "app_access_changed", appId: app.id }))
        ],
        { concurrency: "unbounded" }
      )
      const again = yield* grants.find(user.caller, robot.id)
      assert.notStrictEqual(again, reads[0])
      assert.strictEqual(yield* grants.find(user.caller, robot.id), again)
      yield* (yield* Robots).rename(owner.caller, robot, "renamed")
      assert.strictEqual((yield* access.requireRobot(user.caller, robot.id)).robot.name, "renamed")
    })
  )

  it.effect("what a caller reaches ends at the org and the app: a stranger's robot does not exist", () =>
    Effect.gen(function* () {
      const { key, owner, user } = yield* world
      const stranger = yield* makeOrg
      const { robot } = yield* makeRobot(stranger.owner.caller)
      for (const caller of [owner.caller, user.caller, key.caller]) {
        for (const id of [robot.id, randomUUID() as RobotId]) {
          assert.strictEqual(yield* codeOf(require(caller, id, "bridge_state")), "not_found")
        }
      }
    })
  )
})
