import { assert, layer } from "@effect/vitest"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Apps } from "@fleet/server/apps/Apps"
import { Roles } from "@fleet/server/apps/Roles"
import { RobotDeletion } from "@fleet/server/robots/RobotDeletion"
import { Robots } from "@fleet/server/robots/Robots"
import { Publishing } from "@fleet/server/robots/config/Publishing"
import { Slugs } from "@fleet/server/robots/config/Slugs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { aLiveStage } from "../realtime/world.ts"
import { grant } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"
import { withoutFacts } from "../support/withoutFacts.ts"

type Stage = Effect.Success<typeof aLiveStage>

/** What takes the robot's slugs from the user of the stage, and what it is answered from then on. */
const revocations = {
  "a replacement of permissions": [
    ({ app, observe, owner }: Stage) => grant(owner.caller, app, observe.id, {}),
    [403, "forbidden"]
  ],
  "a deletion of the role that moves its users": [
    ({ app, observe, operate, owner }: Stage) =>
      Effect.flatMap(Roles, (roles) => roles.delete(owner.caller, app, observe, operate.id)),
    [403, "forbidden"]
  ],
  "another role": [
    ({ app, operate, owner, user }: Stage) =>
      Effect.flatMap(AppUsers, (users) => users.update(owner.caller, app, user.user, { role_id: operate.id })),
    [403, "forbidden"]
  ],
  "a list of robots without it": [
    ({ app, owner }: Stage) => Effect.flatMap(Apps, (apps) => apps.update(owner.caller, app, { robot_ids: [] })),
    [404, "not_found"]
  ],
  "other names of its slugs, once they are published": [
    ({ owner, robot }: Stage) =>
      Effect.gen(function* () {
        const slugs = yield* Slugs
        for (const from of ["battery", "dock", "drive"])
          yield* slugs.rename(owner.caller, robot, { from, to: `${from}_2` })
        yield* (yield* Publishing).publish(owner.caller, robot)
      }),
    [403, "forbidden"],
    // The grants that the socket was let in with have the former names; those are published no more.
    "unknown_slug"
  ],
  "its deletion": [
    ({ owner, robot }: Stage) => Effect.flatMap(RobotDeletion, (deletion) => deletion.delete(owner.caller, robot)),
    [404, "not_found"]
  ]
} as const

const lost = ["app_access_changed", "robot_deleted", "robot_renamed"] as const

const command = (type: string, slug: string, robot_id: string) => ({ type, request_id: type, robot_id, slug })

layer(withoutFacts(TestApp, lost), { excludeTestServices: true, timeout: "120 seconds" })(
  "without a bus that tells of changes",
  (it) => {
    for (const [what, [revoke, refused, onSocket = refused[1]]] of Object.entries(revocations)) {
      it.effect(`${what} holds for REST and for commands of open sockets at once`, () =>
        Effect.gen(function* () {
          const stage = yield* aLiveStage
          const { bridge, path, robot, user } = stage
          const client = yield* connectRealtime(user.token)
          const invoke = { ...command("invoke", "dock", robot.id), params: { speed: 1 } }
          const publish = { ...command("publish", "drive", robot.id), message: { speed: 1 } }
          const commands = [invoke, publish, command("cancel", "dock", robot.id)]

          // Everything is read once, and kept.
          assert.deepStrictEqual(refusal(yield* call("GET", `${path}/datapoints/battery`, { as: user.token })), [
            404,
            "no_data"
          ])
          client.send({ ...invoke, params: { speed: 9 } })
          assert.strictEqual((yield* client.next("command_result")).code, "parameter_invalid")

          yield* revoke(stage) as Effect.Effect<unknown, never, never>
          for (const frame of commands) {
            client.send(frame)
            const { code, kind, ok } = yield* client.next("command_result")
            // A cancel is decided on grants that are read anew.
            const expected = frame.type === "cancel" ? refused[1] : onSocket
            assert.deepStrictEqual([ok, code, kind], [false, expected, null], frame.type)
          }
          const get = yield* call("GET", `${path}/datapoints/battery`, { as: user.token })
          const start = yield* call("POST", `${path}/jobs/dock`, { as: user.token, body: { params: { speed: 1 } } })
          const send = yield* call("POST", `${path}/publishers/drive`, {
            as: user.token,
            body: { message: { speed: 1 } }
          })
          assert.deepStrictEqual([get, start, send].map(refusal), [refused, refused, refused])

          const sql = yield* SqlClient.SqlClient
          assert.lengthOf(yield* sql`SELECT FROM job_runs WHERE robot_id = ${robot.id}`, 0)
          const heard = bridge.frames.map(({ type }) => type)
          for (const type of ["invoke", "publish", "cancel"] as const) assert.notInclude(heard, type)
        })
      )
    }

    it.effect("a robot that is deleted is gone for a developer's open socket", () =>
      Effect.gen(function* () {
        const { developer, owner, robot } = yield* aLiveStage
        const client = yield* connectRealtime(developer.token)
        client.send({ ...command("invoke", "dock", robot.id), params: { speed: 9 } })
        assert.strictEqual((yield* client.next("command_result")).code, "parameter_invalid")
        yield* (yield* RobotDeletion).delete(owner.caller, robot)
        client.send({ ...command("invoke", "dock", robot.id), params: { speed: 1 } })
        assert.strictEqual((yield* client.next("command_result")).code, "not_found")
      })
    )

    it.effect("a command of an open socket is recorded under the robot's new name", () =>
      Effect.gen(function* () {
        const { bridge, developer, orgId, owner, robot } = yield* aLiveStage
        const client = yield* connectRealtime(developer.token)
        client.send({ ...command("invoke", "dock", robot.id), params: { speed: 9 } })
        yield* client.next("command_result")
        yield* (yield* Robots).rename(owner.caller, robot, "Renamed")
        client.send({ ...command("invoke", "dock", robot.id), params: { speed: 1 } })
        assert.isTrue((yield* client.next("command_result")).ok)
        yield* bridge.next("invoke")
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`
          SELECT details ->> 'robot_name' AS name FROM audit_events WHERE org_id = ${orgId} AND action = 'action.invoked'`
        assert.deepStrictEqual(rows, [{ name: "Renamed" }])
      })
    )
  }
)

layer(withoutFacts(TestApp, lost), { timeout: "120 seconds" })("who speaks through a publisher", (it) => {
  it.effect("a publisher's caller is checked again after a second of silence", () =>
    Effect.gen(function* () {
      const { app, bridge, observe, owner, robot, user } = yield* aLiveStage
      const client = yield* connectRealtime(user.token)
      const publish = { ...command("publish", "drive", robot.id), message: { speed: 1 } }
      const sent = Effect.gen(function* () {
        client.send(publish)
        return (yield* client.next("command_result")).code
      })
      assert.isNull(yield* sent)
      yield* grant(owner.caller, app, observe.id, {})
      yield* TestClock.adjust(999)
      assert.isNull(yield* sent)
      yield* TestClock.adjust(1_000)
      assert.strictEqual(yield* sent, "forbidden")
      yield* bridge.sync
      assert.lengthOf(
        bridge.frames.filter(({ type }) => type === "publish"),
        2
      )
    })
  )
})
