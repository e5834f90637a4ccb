import { assert, layer } from "@effect/vitest"
import { createClient } from "@fleet/sdk"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { AssetsApp, filesOf, upload } from "../robots/assets/world.ts"
import { anApp, anOrgWithRobot } from "../robots/world.ts"
import { exampleServer, recording } from "../ros/support/exampleServer.ts"
import { call } from "../support/wire.ts"
import { baseUrl, connectRobot, publish } from "./support/world.ts"

const isThere = existsSync(recording)
const note = isThere ? "" : " (skipped: the recording is not beside the repository)"

const source = `platform: 1
datapoints:
  joints: {topic: /joint_states, type: sensor_msgs/msg/JointState}
`

/** The recording has no URDF. This one has its two joints, the first of which swings from -1 to 1. */
const urdf = `<robot name="recorded">
  <link name="base"/><link name="upper"/><link name="lower"/>
  <joint name="a" type="revolute"><parent link="base"/><child link="upper"/><limit lower="-1" upper="1"/></joint>
  <joint name="b" type="prismatic"><parent link="upper"/><child link="lower"/><limit lower="0" upper="0.6"/></joint>
</robot>`

/** A robot with that URDF, of which a bridge plays the recording, as a back end with the SDK sees it. */
const world = Effect.gen(function* () {
  const org = yield* anOrgWithRobot
  const { bridgeToken, owner, path, robot } = org
  const as = owner.token
  yield* publish(as, robot.id, source)
  const { begin, bridge } = yield* filesOf({ as, bridgeToken, path }, [])
  const uploaded = yield* upload(yield* begin, { kind: "urdf", name: "robot_description", bytes: urdf })
  assert.strictEqual(uploaded.status, 201)
  bridge.socket.close()
  const put = yield* call("PUT", `${path}/urdf/joint-state`, { as, body: { slug: "joints" } })
  assert.strictEqual(put.status, 200)
  yield* connectRobot(yield* exampleServer("mcap-play", "--loop", "--rate", "10", recording), bridgeToken)
  const { key } = yield* anApp(org, [robot.id], { [robot.id]: ["joints"] }, { action_history: false, assets: true })
  const url = yield* baseUrl
  const fleet = yield* Effect.acquireRelease(
    Effect.sync(() => createClient({ baseUrl: url, serverKey: key })),
    (client) => Effect.sync(client.close)
  )
  return fleet.robot(robot.id)
})

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })(
  `the model of a recorded ROS 2 robot${note}`,
  (it) => {
    it.effect.skipIf(!isThere)("has each recorded joint, at positions within its limits, as they come", () =>
      Effect.gen(function* () {
        const robot = yield* world
        const model = yield* Effect.promise(() => robot.model())
        const joints = new Map(model!.joints.map((joint) => [joint.name, joint]))
        const heard = yield* Effect.promise(async () => {
          // The subscription ends with the signal, whatever comes.
          using positions = model!.jointPositions({ signal: AbortSignal.timeout(30_000) })!
          const heard: Array<Readonly<Record<string, number>>> = []
          for await (const { value } of positions) if (heard.push(value) === 20) break
          return heard
        })
        assert.lengthOf(heard, 20)
        for (const positions of heard) {
          assert.hasAllKeys(positions, [...joints.keys()])
          for (const [name, position] of Object.entries(positions)) {
            const { lower, upper } = joints.get(name)!
            assert.isAtLeast(position, lower!, name)
            assert.isAtMost(position, upper!, name)
          }
        }
        assert.isAbove(new Set(heard.map(({ a }) => a)).size, 5)
        assert.deepStrictEqual(new Set(heard.map(({ b }) => b)), new Set([0.5]))
      })
    )
  }
)
