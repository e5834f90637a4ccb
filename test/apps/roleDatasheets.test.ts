import { assert, layer } from "@effect/vitest"
import { Permissions } from "@fleet/server/apps/Permissions"
import { Access } from "@fleet/server/access/Access"
import { Effect, Schema } from "effect"
import { publish, source as everyKind } from "../robots/jobs/world.ts"
import { grant, makeApp, makeAppUser, makeEveryone, makeOrg, makeRobot } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"

const source = `platform: 1
datapoints:
  battery:
    topic: /battery
    type: std_msgs/msg/Float32
    field: data
    description: Charge
    numeric: {unit: "%", decimals: 1}
  pose: {topic: /pose, type: geometry_msgs/msg/Pose}
`

/** Slugs of every kind, a built-in one and one that nothing publishes. */
const slugs = ["battery", "dock", "reset", "drive", "front", "bridge_state", "gone"] as const
const Granted = Schema.Array(Schema.Literals(slugs))
const Capabilities = Schema.Struct({ action_history: Schema.Boolean, assets: Schema.Boolean })

/** A robot that publishes every kind, and one that publishes nothing, in one app with one user. */
const stage = Effect.gen(function* () {
  const world = yield* makeEveryone
  const { app, owner, robot } = world
  const spare = (yield* makeRobot(owner.caller)).robot
  yield* publish(owner.caller, robot.id, everyKind)
  const body = { robot_ids: [robot.id, spare.id] }
  const changed = yield* call("PATCH", `/api/apps/${app.id}`, { as: owner.token, body })
  assert.strictEqual(changed.status, 200)
  return { ...world, app: { ...app, ...body }, spare }
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("role datasheets", (it) => {
  it.effect("role datasheets list every robot of the app by name, with granted exposures alone", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const one = (yield* makeRobot(developer.caller, "Beta")).robot
      const two = (yield* makeRobot(developer.caller, "Alpha")).robot
      yield* makeRobot(developer.caller, "Not attached")
      const { app, observe } = yield* makeApp(developer.caller, [one.id, two.id])
      const user = yield* makeAppUser(developer.caller, app, observe.id)
      yield* call("PUT", `/api/robots/${one.id}/config/draft`, { as: developer.token, body: { source } })
      yield* call("POST", `/api/robots/${one.id}/config/publish`, { as: developer.token })
      const capabilities = { action_history: true, assets: false }
      yield* grant(developer.caller, app, observe.id, { [one.id]: ["battery", "gone", "bridge_state"] }, capabilities)

      const path = `/api/apps/${app.id}/roles/${observe.id}/mcp-tools`
      const answer = yield* call("GET", path, { as: developer.token })
      assert.strictEqual(answer.status, 200)
      const battery = {
        slug: "battery",
        kind: "datapoint",
        description: "Charge",
        unit: "%",
        decimals: 1,
        input_schema: null
      }
      const sheet = { robot_id: one.id, robot_name: "Beta", capabilities, exposures: [battery] }
      assert.deepStrictEqual(answer.body, {
        role_id: observe.id,
        robots: [{ robot_id: two.id, robot_name: "Alpha", capabilities, exposures: [] }, sheet]
      })
      // A user of the role is told the same of the robot.
      assert.deepStrictEqual((yield* call("GET", `/api/robots/${one.id}/datasheet`, { as: user.token })).body, sheet)
    })
  )

  it.effect("role datasheets say of publishers after what silence the robot is stopped", () =>
    Effect.gen(function* () {
      const { app, developer, observe, robot } = yield* stage
      yield* grant(developer.caller, app, observe.id, { [robot.id]: ["dock", "drive"] })
      const path = `/api/apps/${app.id}/roles/${observe.id}/mcp-tools`
      const sheets = (yield* call("GET", path, { as: developer.token })).body.robots
      const { exposures } = sheets.find((sheet: any) => sheet.robot_id === robot.id)
      assert.deepStrictEqual(
        exposures.map((each: any) => [each.slug, each.failsafe_timeout_ms]),
        [
          ["dock", undefined],
          ["drive", 500]
        ]
      )
    })
  )

  it.effect("role datasheets are for developers of the org, about a role of the app", () =>
    Effect.gen(function* () {
      const { app, developer, observe, user } = yield* makeEveryone
      const stranger = yield* makeEveryone
      const read = (appId: string, roleId: string, as: string) =>
        Effect.map(call("GET", `/api/apps/${appId}/roles/${roleId}/mcp-tools`, { as }), refusal)
      assert.deepStrictEqual(yield* read(app.id, observe.id, stranger.owner.token), [404, "not_found"])
      assert.deepStrictEqual(yield* read(app.id, stranger.observe.id, developer.token), [404, "not_found"])
      assert.deepStrictEqual(yield* read(app.id, "seven", developer.token), [400, "invalid_uuid"])
      assert.deepStrictEqual(yield* read(app.id, observe.id, user.token), [401, "unauthorized"])
    })
  )

  it.effect.prop(
    "role datasheets are exactly what the role's users are granted, by REST and by realtime",
    { one: Granted, two: Granted, capabilities: Capabilities },
    ({ capabilities, one, two }) =>
      Effect.gen(function* () {
        const { app, developer, observe, robot, spare, user } = yield* stage
        const permissions = yield* Permissions
        const client = yield* connectRealtime(user.token)
        yield* grant(developer.caller, app, observe.id, { [robot.id]: one, [spare.id]: two }, capabilities)
        const path = `/api/apps/${app.id}/roles/${observe.id}/mcp-tools`
        const sheets = (yield* call("GET", path, { as: developer.token })).body.robots
        const told = sheets.map(({ robot_id }: any) => robot_id)
        assert.sameMembers(told, [robot.id, spare.id])
        for (const sheet of sheets) {
          const id = sheet.robot_id
          const { any, capabilities, has } = yield* (yield* Access).requireRobot(user.caller, id)
          assert.deepStrictEqual(sheet.capabilities, capabilities)
          const own = yield* call("GET", `/api/robots/${id}/datasheet`, { as: user.token })
          assert.deepStrictEqual(any ? own.body : refusal(own), any ? sheet : [403, "forbidden"])

          for (const slug of slugs) client.send({ type: "subscribe", robot_id: id, slug })
          const frames: ReadonlyArray<any> = yield* client.settled
          for (const slug of slugs) {
            const { allowed, kind } = yield* permissions.explain(app, observe, id, slug)
            const code = frames.find((frame) => frame.type === "subscribe_error" && frame.slug === slug)?.code ?? null
            const described = sheet.exposures.some((each: any) => each.slug === slug && each.kind === kind)
            assert.strictEqual(allowed, has(slug) && kind !== null, slug)
            assert.strictEqual(described, allowed && slug !== "bridge_state", slug)
            assert.strictEqual(code === "forbidden", !has(slug), slug)
            assert.strictEqual(code === null, allowed && kind !== "publisher" && kind !== "camera", slug)
          }
        }
        client.socket.close()
      }),
    { arbitrary: { runs: 6, maxShrinks: 10 }, timeout: 600_000 }
  )
})
