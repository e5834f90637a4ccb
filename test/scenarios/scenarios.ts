import { assert } from "@effect/vitest"
import { BridgeClose } from "@fleet/bridge-protocol/CloseCodes"
import { RealtimeClose } from "@fleet/domain/realtime/CloseCodes"
import { Sessions } from "@fleet/server/identity/sessions/Sessions"
import { RobotDeletion } from "@fleet/server/robots/RobotDeletion"
import { Robots } from "@fleet/server/robots/Robots"
import { Effect } from "effect"
import { aWatchedRobot } from "../robots/cameras/liveWorld.ts"
import { detail, eventually, jobOf, publish, source, start } from "../robots/jobs/world.ts"
import { aRobotWithRecorder } from "../robots/recordings/world.ts"
import { aStage, plain, refused } from "../realtime/world.ts"
import { grant } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { call } from "../support/wire.ts"
import { apart, type Scenario } from "./world.ts"

const isOnline = ({ bridge_state }: { readonly bridge_state: { readonly online: boolean } }) => bridge_state.online

/** Each ends in the same way on one node and on two, whichever messages are late or lost. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "a rotated token: the bridge at the other node is closed before the answer": (scene) =>
    Effect.gen(function* () {
      const { bridge, owner, robot } = yield* apart(scene)
      yield* scene.a.run(Effect.flatMap(Robots, (robots) => robots.rotateToken(owner.caller, robot)))
      assert.strictEqual(yield* bridge.closeCode, BridgeClose.tokenRotated)
    }),

  "a rotated token whose fact is lost: the bridge is closed once the gap is found": (scene) =>
    Effect.gen(function* () {
      const { bridge, owner, robot } = yield* apart(scene)
      const rotate = Effect.flatMap(Robots, (robots) => robots.rotateToken(owner.caller, robot))
      yield* scene.losing(["token_rotated"], scene.a.run(rotate))
      yield* scene.beat
      assert.strictEqual(yield* bridge.closeCode, BridgeClose.tokenRotated)
    }),

  "a deleted robot: the bridge at the other node is closed": (scene) =>
    Effect.gen(function* () {
      const { bridge, owner, robot } = yield* apart(scene)
      yield* scene.a.run(Effect.flatMap(RobotDeletion, (deletion) => deletion.delete(owner.caller, robot)))
      assert.strictEqual(yield* bridge.closeCode, BridgeClose.robotDeleted)
    }),

  "a deleted robot whose fact is lost: the bridge is closed once the gap is found": (scene) =>
    Effect.gen(function* () {
      const { bridge, owner, robot } = yield* apart(scene)
      const deleted = Effect.flatMap(RobotDeletion, (deletion) => deletion.delete(owner.caller, robot))
      yield* scene.losing(["robot_deleted"], scene.a.run(deleted))
      yield* scene.beat
      assert.strictEqual(yield* bridge.closeCode, BridgeClose.robotDeleted)
    }),

  "a role that grants less: a socket at the other node follows less": (scene) =>
    Effect.gen(function* () {
      const { app, observe, owner, robot, user } = yield* scene.a.run(aStage)
      const client = yield* scene.b.run(connectRealtime(user.token))
      client.send({ type: "subscribe", robot_id: robot.id, slug: "dock" })
      yield* client.settled
      yield* scene.a.run(grant(owner.caller, app, observe.id, { [robot.id]: ["battery"] }))
      assert.deepStrictEqual(plain(yield* client.next("subscribe_error")), refused(robot.id, "dock", "forbidden"))
    }),

  "a role that grants less, whose fact is lost: the socket follows less once the gap is found": (scene) =>
    Effect.gen(function* () {
      const { app, observe, owner, robot, user } = yield* scene.a.run(aStage)
      const client = yield* scene.b.run(connectRealtime(user.token))
      client.send({ type: "subscribe", robot_id: robot.id, slug: "dock" })
      yield* client.settled
      const granted = scene.a.run(grant(owner.caller, app, observe.id, { [robot.id]: ["battery"] }))
      yield* scene.losing(["app_access_changed"], granted)
      yield* scene.beat
      assert.deepStrictEqual(plain(yield* client.next("subscribe_error")), refused(robot.id, "dock", "forbidden"))
    }),

  "an app user who signs out: a socket at the other node is closed": (scene) =>
    Effect.gen(function* () {
      const { user } = yield* scene.a.run(aStage)
      const client = yield* scene.b.run(connectRealtime(user.token))
      yield* scene.a.run(Effect.flatMap(Sessions, (sessions) => sessions.endFamily(user.caller.sessionId)))
      assert.strictEqual(yield* client.closeCode, RealtimeClose.sessionEnded)
    }),

  "a published configuration: it reaches the bridge at the other node": (scene) =>
    Effect.gen(function* () {
      const { bridge, owner, robot } = yield* apart(scene)
      yield* scene.a.run(publish(owner.caller, robot.id, `${source}# 2`))
      assert.strictEqual((yield* bridge.next("config")).version, 2)
    }),

  "a published configuration whose fact is lost: it reaches the bridge once the gap is found": (scene) =>
    Effect.gen(function* () {
      const { bridge, owner, robot } = yield* apart(scene)
      yield* scene.losing(["config_published"], scene.a.run(publish(owner.caller, robot.id, `${source}# 2`)))
      yield* scene.beat
      assert.strictEqual((yield* bridge.next("config")).version, 2)
    }),

  "an action: started at one node, it runs at the bridge of the other, and both tell how it fares": (scene) =>
    Effect.gen(function* () {
      const world = yield* apart(scene)
      const { a, b } = scene
      const viewer = yield* a.run(connectRealtime(world.developer.token))
      viewer.send({ type: "subscribe", robot_id: world.robot.id, slug: "dock", kind: "action" })
      yield* viewer.settled
      const { body, status } = yield* a.run(start(world, "dock", { params: { speed: 1 } }))
      assert.strictEqual(status, 202)
      assert.strictEqual((yield* world.bridge.next("invoke")).job_id, body.job.id)
      assert.strictEqual((yield* a.run(start(world, "dock", { params: { speed: 1 } }))).body.code, "busy")
      world.bridge.update(body.job, "succeeded")
      yield* viewer.next("job", ({ job }) => job.state === "succeeded")
      for (const node of [a, b]) assert.strictEqual((yield* node.run(jobOf(world, "dock"))).state, "succeeded")
    }),

  "live video: watched at one node, it is of the robot at the other, which is in use until it is released": (scene) =>
    Effect.gen(function* () {
      const { a, b } = scene
      const watched = yield* b.run(aWatchedRobot)
      const { user } = watched.app
      const [{ body, status }] = yield* Effect.all([a.run(watched.watch(user)), b.run(watched.publish)], {
        concurrency: 2
      })
      assert.strictEqual(status, 201)
      const drop = a.run(call("DELETE", watched.path, { as: watched.owner.token }))
      assert.strictEqual((yield* drop).body.code, "robot_in_use")
      assert.strictEqual((yield* a.run(watched.release(user, body.session_id))).status, 204)
      assert.strictEqual((yield* drop).status, 204)
    }),

  "a recording: asked for at one node, it is asked of the bridge at the other": (scene) =>
    Effect.gen(function* () {
      const world = yield* scene.a.run(aRobotWithRecorder())
      const bridge = yield* scene.b.run(world.connect)
      const { body } = yield* scene.a.run(world.cut)
      assert.strictEqual((yield* bridge.next("recording_request")).recording_id, body.id)
      yield* scene.a.run(world.drop(body.id))
      assert.strictEqual((yield* bridge.next("recording_cancel")).recording_id, body.id)
    }),

  "a recording whose message is lost: it is asked of the bridge once the gap is found": (scene) =>
    Effect.gen(function* () {
      const world = yield* scene.a.run(aRobotWithRecorder())
      const bridge = yield* scene.b.run(world.connect)
      const { body } = yield* scene.losing(["recordings_requested"], scene.a.run(world.cut))
      yield* scene.beat
      assert.strictEqual((yield* bridge.next("recording_request")).recording_id, body.id)
    }),

  "the state of a bridge: both nodes say the same, also after messages were lost": (scene) =>
    Effect.gen(function* () {
      const { a, b } = scene
      const world = yield* apart(scene)
      const viewer = yield* a.run(connectRealtime(world.developer.token))
      viewer.send({ type: "subscribe", robot_id: world.robot.id, slug: "bridge_state" })
      yield* viewer.next("datapoint", ({ value }) => value.online)
      yield* scene.losing(
        ["bridge_state"],
        Effect.andThen(
          world.bridge.leave,
          eventually(b.run(detail(world)), (robot) => !isOnline(robot))
        )
      )
      yield* scene.beat
      yield* viewer.next("datapoint", ({ value }) => !value.online)
      for (const node of [a, b]) assert.isFalse(isOnline(yield* node.run(detail(world))))
      const list = Effect.map(call("GET", "/api/robots", { as: world.as }), ({ body }) => body.robots[0])
      assert.isFalse(isOnline(yield* a.run(list)))
    }),

  "presence: a viewer at one node is seen at the other": (scene) =>
    Effect.gen(function* () {
      const { key, robot, user } = yield* scene.a.run(aStage)
      const watcher = yield* scene.a.run(connectRealtime(key.token))
      watcher.send({ type: "presence_subscribe", robot_id: robot.id })
      yield* watcher.next("presence")
      const viewer = yield* scene.b.run(connectRealtime(user.token))
      viewer.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
      const { viewers } = yield* watcher.next("presence", ({ viewers }) => viewers.length === 1)
      assert.strictEqual(viewers[0].id, user.user.id)
      viewer.socket.close()
      yield* watcher.next("presence", ({ viewers }) => viewers.length === 0)
    })
}
