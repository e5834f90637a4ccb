import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { temporaryDirectory } from "./support/bridge.ts"
import { eventually, startCloud } from "./support/FakeCloud.ts"

const program = fileURLToPath(new URL("../../packages/bridge/bin/fleet-bridge.mjs", import.meta.url))

const run = (args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env["PATH"] ?? "", ...env } })
      const seen = { output: "", code: undefined as number | null | undefined, stop: () => child.kill("SIGTERM") }
      child.stdout.on("data", (data) => (seen.output += String(data)))
      child.stderr.on("data", (data) => (seen.output += String(data)))
      child.on("close", (code) => (seen.code = code))
      return seen
    }),
    (seen) => Effect.sync(seen.stop)
  )

const document = {
  platform: 1,
  datapoints: { battery: { topic: "/battery", type: "sensor_msgs/msg/BatteryState", field: "percentage" } }
}

describe("fleet-bridge --simulate", () => {
  it.live("is a rover by itself: it connects, sends values, offers its graph and ends when it is asked to", () =>
    Effect.gen(function* () {
      const cloud = yield* startCloud
      const args = ["--simulate", "rover", "--state-dir", yield* temporaryDirectory, "--log", "json"]
      const bridge = yield* run(args, { FLEET_URL: cloud.url, FLEET_TOKEN: "rbt_secret" })
      assert.strictEqual((yield* cloud.sees("hello")).token, "rbt_secret")
      cloud.send({ type: "config", version: 1, doc: document })
      assert.isTrue((yield* cloud.sees("config_applied")).ok)
      const { slug, value } = yield* cloud.sees("datapoint")
      assert.strictEqual(slug, "battery")
      assert.isNumber(value)
      cloud.send({ type: "introspect_request", request_id: "11111111-1111-4111-8111-111111111111" })
      const { graph } = yield* cloud.sees("introspect")
      const topics = (graph as { topics: ReadonlyArray<{ name: string }> }).topics.map(({ name }) => name)
      assert.includeMembers(topics, ["/battery", "/cmd_vel"])
      bridge.stop()
      yield* eventually("the end", () => bridge.code !== undefined)
      assert.strictEqual(bridge.code, 0)
      assert.notInclude(bridge.output, "rbt_secret")
    })
  )

  it.live("refuses two robots, none, and one that it does not know, with what to write", () =>
    Effect.gen(function* () {
      const env = { FLEET_URL: "http://127.0.0.1:9", FLEET_TOKEN: "rbt_secret" }
      const cases = [
        { args: ["--simulate", "rover", "--ros", "ws://127.0.0.1:9"], says: "Choose one robot: --simulate rover" },
        { args: [], says: "--simulate rover for one in this process" },
        { args: ["--simulate", "submarine"], says: "rover" }
      ]
      for (const { args, says } of cases) {
        const bridge = yield* run(args, env)
        yield* eventually("the end", () => bridge.code !== undefined)
        assert.strictEqual(bridge.code, 1, bridge.output)
        assert.include(bridge.output, says)
      }
    })
  )
})
