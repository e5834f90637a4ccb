import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import type { JobId } from "@fleet/domain/Ids"
import { Effect, Logger, Redacted } from "effect"
import { runBridge } from "@fleet/bridge/Bridge"
import { type Face, faces, robotBehind } from "../ros/support/gateway.ts"
import { configure, temporaryDirectory } from "./support/bridge.ts"
import { newJobId } from "./support/jobIds.ts"
import { eventually, type FakeCloud, startCloud } from "./support/FakeCloud.ts"

const mobile = {
  platform: 1,
  datapoints: {
    battery: { topic: "/battery", type: "sensor_msgs/msg/BatteryState", field: "percentage", numeric: { scale: 100 } },
    scan: { topic: "/scan", type: "sensor_msgs/msg/LaserScan" }
  },
  actions: {
    dock: {
      ros_name: "/dock",
      type: "fleet_sim_interfaces/action/Dock",
      message: { speed: "${speed}" },
      parameters: { speed: { type: "float32" } }
    }
  },
  services: { reset: { ros_name: "/reset", type: "std_srvs/srv/Trigger" } }
}

const arm = {
  platform: 1,
  datapoints: { counter: { topic: "/counter", type: "std_msgs/msg/Int64", field: "data" } },
  actions: {
    pick: {
      ros_name: "/pick",
      type: "fleet_sim_interfaces/action/Pick",
      message: { shelf: "${shelf}" },
      parameters: { shelf: { type: "int32" } }
    }
  }
}

/** A simulated robot, the real gateway, a bridge and a fake cloud, configured and with the robot in sight. */
const world = Effect.fnUntraced(function* (robot: "mobile" | "arm", face: Face) {
  const cloud = yield* startCloud
  const { layer, simulator } = yield* robotBehind(robot, face)
  const settings = { url: cloud.url, token: Redacted.make("rbt_test"), stateDirectory: yield* temporaryDirectory }
  yield* runBridge(settings).pipe(Effect.provide([layer, NodeServices.layer, Logger.layer([])]), Effect.forkScoped)
  yield* cloud.sees("link_mode")
  yield* configure(cloud, 1, robot === "mobile" ? mobile : arm)
  yield* cloud.sees("datapoint")
  return { cloud, simulator }
})

const invoke = (cloud: FakeCloud, slug: string, params: Record<string, unknown>) => {
  const job_id = newJobId()
  cloud.send({ type: "invoke", job_id, slug, params, patience_ms: 5000 })
  return {
    job_id,
    becomes: (state: string) => cloud.sees("job_update", (frame) => frame.job_id === job_id && frame.state === state)
  }
}

/** Asks until the bridge does not know the job any more. */
const isUnknown = (cloud: FakeCloud, job_id: JobId) => {
  let asked = cloud.all("job_status").length
  return eventually("the job is unknown", () => {
    if (cloud.all("job_status").length === asked) {
      cloud.send({ type: "job_query", request_id: `q${++asked}`, job_ids: [job_id] })
    }
    return cloud.all("job_status").some(({ unknown_job_ids }) => unknown_job_ids.includes(job_id))
  })
}

describe.each(faces.slice(0, 2))("a bridge on a simulated robot over %s", (face) => {
  it.live("a bridge on a simulated robot sends samples as the contract writes them", () =>
    Effect.gen(function* () {
      const { cloud } = yield* world("mobile", face)
      const battery = yield* cloud.sees("datapoint", ({ slug }) => slug === "battery")
      assert.isNumber(battery.value)
      const scan = yield* cloud.sees("datapoint", ({ slug }) => slug === "scan")
      assert.isArray((scan.value as { readonly ranges: unknown }).ranges)
    })
  )

  it.live("a bridge on a simulated robot keeps 64-bit integers exact", () =>
    Effect.gen(function* () {
      const { cloud } = yield* world("arm", face)
      const { value } = yield* cloud.sees("datapoint")
      assert.match(String(value), /^90071992547409\d\d$/)
      assert.isString(value)
    })
  )

  it.live("a bridge on a simulated robot runs an action with feedback, and cancels it", () =>
    Effect.gen(function* () {
      const { cloud } = yield* world("mobile", face)
      const job = invoke(cloud, "dock", { speed: 0.05 })
      yield* job.becomes("running")
      yield* cloud.sees("job_update", ({ feedback }) => feedback !== null)
      cloud.send({ type: "cancel", request_id: "c", slug: "dock", job_id: job.job_id })
      assert.strictEqual((yield* cloud.sees("cancel_result")).goals[0]?.return_code, 0)
      yield* job.becomes("cancelled")
    })
  )

  it.live("a bridge on a simulated robot reports progress and the result", () =>
    Effect.gen(function* () {
      const { cloud } = yield* world("arm", face)
      const job = invoke(cloud, "pick", { shelf: 3 })
      yield* cloud.sees("job_update", ({ progress }) => progress !== null && progress > 0)
      assert.deepStrictEqual((yield* job.becomes("succeeded")).result, { item: "item from shelf 3" })
    })
  )

  it.live("a bridge on a simulated robot tells a refused goal from one that was given up", () =>
    Effect.gen(function* () {
      const { cloud } = yield* world("arm", face)
      const refused = yield* invoke(cloud, "pick", { shelf: 100 }).becomes("failed")
      assert.strictEqual(refused.error?.code, "goal_rejected")
      const aborted = yield* invoke(cloud, "pick", { shelf: 0 }).becomes("failed")
      assert.strictEqual(aborted.error?.code, "action_failed")
      assert.deepStrictEqual(aborted.error?.details, { result: { item: "" } })
    })
  )

  it.live("a bridge on a simulated robot calls a service", () =>
    Effect.gen(function* () {
      const { cloud } = yield* world("mobile", face)
      const end = yield* invoke(cloud, "reset", {}).becomes("succeeded")
      assert.deepInclude(end.result as object, { success: true })
    })
  )

  it.live("a bridge on a simulated robot loses the job when the action's server vanishes", () =>
    Effect.gen(function* () {
      const { cloud, simulator } = yield* world("mobile", face)
      const job = invoke(cloud, "dock", { speed: 0.05 })
      yield* job.becomes("running")
      yield* simulator.change({ vanish: "/dock" })
      const lost = yield* cloud.sees("job_lost")
      assert.deepStrictEqual(lost.job_ids, [job.job_id])
      assert.strictEqual(lost.error?.code, "action_server_lost")
    })
  )

  it.live(
    "a bridge on a simulated robot starts anew after the action's server died and came back, at once or after its jobs were lost",
    () =>
      Effect.gen(function* () {
        const { cloud, simulator } = yield* world("mobile", face)
        for (const round of ["at once", "after 3 seconds"] as const) {
          const dead = invoke(cloud, "dock", { speed: 0.05 })
          yield* dead.becomes("running")
          yield* simulator.change({ vanish: "/dock" })
          if (round === "after 3 seconds") yield* cloud.sees("job_lost", ({ job_ids }) => job_ids.includes(dead.job_id))
          yield* simulator.change({ vanish: null })
          yield* isUnknown(cloud, dead.job_id)
          // One sample a second: foreign goals are reported as often.
          const samples = () => cloud.all("datapoint").filter(({ slug }) => slug === "battery").length
          const before = samples()
          yield* eventually("two more samples", () => samples() >= before + 2)
          assert.isFalse(cloud.all("job_update").some(({ origin }) => origin === "external"))
          cloud.send({ type: "cancel", request_id: round, slug: "dock", job_id: null })
          const { goals } = yield* cloud.sees("cancel_result", ({ request_id }) => request_id === round)
          assert.isEmpty(goals)
          const next = invoke(cloud, "dock", { speed: 0.05 })
          yield* next.becomes("running")
          cloud.send({ type: "cancel", request_id: next.job_id, slug: "dock", job_id: next.job_id })
          yield* next.becomes("cancelled")
        }
      })
  )

  it.live("a bridge on a simulated robot does not know a job any more after the robot was restarted", () =>
    Effect.gen(function* () {
      const { cloud, simulator } = yield* world("mobile", face)
      const job = invoke(cloud, "dock", { speed: 0.05 })
      yield* job.becomes("running")
      yield* simulator.change({ restart: true })
      yield* isUnknown(cloud, job.job_id)
      assert.lengthOf(cloud.all("job_lost"), 0)
    })
  )
})
