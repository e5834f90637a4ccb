import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connectRealtime, type RealtimeClient } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { startLine } from "./support/Line.ts"
import { aPublishedRobot, baseUrl, connectRobot, publish, valueOf } from "./support/world.ts"

/** The smallest figures that the document takes, so that a mode follows a link in a few seconds. */
const source = (mode: string) => `platform: 1
low_bandwidth:
  mode: ${mode}
  enter_lag_ms: 200
  enter_after_s: 1
  exit_lag_ms: 150
  exit_after_s: 1
  datapoint_max_hz: 1
datapoints:
  capped: {topic: /pose, type: geometry_msgs/msg/PoseStamped, field: pose.position.x}
  kept: {topic: /pose, type: geometry_msgs/msg/PoseStamped, field: pose.position.y, low_bandwidth: keep}
actions:
  dock:
    ros_name: /dock
    type: fleet_sim_interfaces/action/Dock
    message: {speed: "\${speed}"}
    parameters: {speed: {type: float32, min_value: 0.05, max_value: 1}}
services:
  set_light:
    ros_name: /light/set
    type: std_srvs/srv/SetBool
    message: {data: "\${on}"}
    parameters: {on: {type: bool}}
`

/** A slow link: what the bridge says comes so much later. */
const slowMs = 800

/** Samples after a change of the mode that may have been on their way: mode and samples pass each other. */
const settling = 20

/** The next state of the bridge that a socket is told and that fits. */
const toldState = (client: RealtimeClient, online: boolean, low: boolean) =>
  client.next(
    "datapoint",
    ({ slug, value }) => slug === "bridge_state" && value.online === online && value.low_bandwidth === low
  )

/** Capture times of the samples of both datapoints from now until so many of the kept one came. */
const samples = Effect.fnUntraced(function* (client: RealtimeClient, count: number) {
  const isSample = ({ slug }: { readonly slug: string }) => slug === "kept" || slug === "capped"
  client.frames.splice(0)
  const times: Record<"capped" | "kept", Array<number>> = { capped: [], kept: [] }
  while (times.kept.length < count) {
    const { slug, timestamp_ms } = yield* client.next("datapoint", isSample)
    times[slug as "capped" | "kept"].push(timestamp_ms)
  }
  const spanMs = times.kept.at(-1)! - times.kept[0]!
  const within = times.capped.filter((at) => at >= times.kept[0]! && at <= times.kept.at(-1)!)
  return { spanMs, kept: times.kept.length, capped: within.length }
})

/** Lets samples pass until both datapoints send alike, which is so once the mode is off and its last frames are through. */
const untilAlike = Effect.fnUntraced(function* (client: RealtimeClient) {
  for (;;) {
    const { capped, kept } = yield* samples(client, 20)
    if (Math.abs(capped - kept) <= 1) return
  }
})

layer(TestApp, { excludeTestServices: true })("a robot behind a slow link", (it) => {
  it.effect(
    "a robot behind a slow link sends less and still obeys, and all again once the link is good",
    () =>
      Effect.gen(function* () {
        const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
        const stage = yield* aPublishedRobot(source("auto"), ["capped", "kept", "dock", "set_light"])
        const { owner, path, robotId, user } = stage
        const line = yield* startLine(yield* baseUrl)
        yield* connectRobot(simulator.url, stage.bridgeToken, { cloud: line.url })
        yield* valueOf(path, "kept", user.token)

        const follower = yield* connectRealtime(owner.token)
        follower.send({ type: "subscribe", robot_id: robotId, slug: "bridge_state" })
        follower.send({ type: "org_event_subscribe" })
        yield* toldState(follower, true, false)
        const client = yield* connectRealtime(owner.token)
        for (const slug of ["capped", "kept"]) client.send({ type: "subscribe", robot_id: robotId, slug })
        // A busy machine may have begun with the mode on.
        yield* untilAlike(client)

        follower.frames.splice(0)
        line.delay(slowMs)
        yield* toldState(follower, true, true)
        const event = yield* follower.next("org_event", ({ subject }) => subject === "low_bandwidth")
        assert.deepInclude(event, { kind: "bridge", severity: "warning", robot_id: robotId, detail: null })
        const { body } = yield* call("GET", path, { as: owner.token })
        assert.isTrue(body.bridge_state.low_bandwidth)
        // What was on its way when the mode changed is let through first.
        yield* samples(client, settling)
        const slow = yield* samples(client, 60)
        assert.isAtMost(slow.capped, (slow.spanMs / 1000) * 1.02 + 2)
        assert.isAtLeast(slow.capped, 1)
        assert.isAbove(slow.kept, slow.capped * 3)

        // Commands are served: the answer comes as late as the link makes it.
        const lit = yield* Effect.promise(() => stage.robot.service<object>("set_light").call({ on: true }))
        assert.deepInclude(lit, { success: true })
        const ended = yield* Effect.promise(async () => {
          const job = await stage.robot.action("dock").start({ speed: 0.05 })
          for await (const { feedback } of job.updates()) if (feedback !== null) break
          await job.cancel()
          return job.result()
        })
        assert.strictEqual(ended.state, "cancelled")

        // A new connection is told the mode, before anything is measured of it.
        line.cut()
        yield* toldState(follower, false, false)
        yield* toldState(follower, true, true)

        line.delay(0)
        yield* toldState(follower, true, false)
        yield* untilAlike(client)
      }),
    120_000
  )

  it.effect(
    "a robot's low bandwidth is forced by its configuration, whatever the link is like",
    () =>
      Effect.gen(function* () {
        const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
        const stage = yield* aPublishedRobot(source("on"), ["capped", "kept"])
        const { owner, path, robotId } = stage
        const line = yield* startLine(yield* baseUrl)
        const follower = yield* connectRealtime(owner.token)
        follower.send({ type: "subscribe", robot_id: robotId, slug: "bridge_state" })
        yield* connectRobot(simulator.url, stage.bridgeToken, { cloud: line.url })
        yield* toldState(follower, true, true)
        const client = yield* connectRealtime(owner.token)
        for (const slug of ["capped", "kept"]) client.send({ type: "subscribe", robot_id: robotId, slug })
        const forced = yield* samples(client, 40)
        assert.isAtMost(forced.capped, (forced.spanMs / 1000) * 1.02 + 2)

        line.delay(slowMs)
        yield* publish(owner.token, robotId, source("off"))
        yield* toldState(follower, true, false)
        yield* untilAlike(client)
        const { body } = yield* call("GET", path, { as: owner.token })
        assert.isFalse(body.bridge_state.low_bandwidth)

        // With nothing forced the link itself is judged again.
        yield* publish(owner.token, robotId, source("auto"))
        yield* toldState(follower, true, true)
      }),
    120_000
  )
})
