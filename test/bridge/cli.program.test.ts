import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { temporaryDirectory } from "./support/bridge.ts"
import { eventually, type FakeCloud, startCloud } from "./support/FakeCloud.ts"

const program = fileURLToPath(new URL("../../packages/bridge/bin/fleet-bridge.mjs", import.meta.url))
/** Nobody listens there: a robot that is switched off. */
const noRobot = "ws://127.0.0.1:9"

/** The program as a child process; its end and everything it printed. */
const run = (args: ReadonlyArray<string>, env: Record<string, string>) =>
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

const connect = Effect.fnUntraced(function* (cloud: FakeCloud) {
  const args = ["--ros", noRobot, "--state-dir", yield* temporaryDirectory, "--log", "json"]
  return yield* run(args, { FLEET_URL: cloud.url, FLEET_TOKEN: "rbt_secret" })
})

describe("fleet-bridge", () => {
  it.live("fleet-bridge takes its settings from the environment, and ends cleanly when it is asked to", () =>
    Effect.gen(function* () {
      const cloud = yield* startCloud
      const bridge = yield* connect(cloud)
      assert.strictEqual((yield* cloud.sees("hello")).token, "rbt_secret")
      yield* cloud.sees("link_mode")
      bridge.stop()
      yield* eventually("the end", () => bridge.code !== undefined)
      assert.strictEqual(bridge.code, 0)
      assert.notInclude(bridge.output, "rbt_secret")
    })
  )

  it.live("fleet-bridge ends with code 2 and the reason when the cloud does not know the token", () =>
    Effect.gen(function* () {
      const cloud = yield* startCloud
      cloud.greeting = [{ type: "hello_error", code: "invalid_token", message: "no robot has it" }]
      const bridge = yield* connect(cloud)
      yield* eventually("the end", () => bridge.code !== undefined)
      assert.strictEqual(bridge.code, 2)
      assert.include(bridge.output, "The cloud does not know this token: no robot has it")
      assert.notInclude(bridge.output, "rbt_secret")
    })
  )

  it.live("fleet-bridge doctor takes every setting of the bridge, and prints what it found as JSON alone", () =>
    Effect.gen(function* () {
      const home = yield* temporaryDirectory
      const settings = {
        "--url": "http://127.0.0.1:9",
        "--ros": noRobot,
        "--ros-kind": "foxglove",
        "--state-dir": home,
        "--recordings-dir": home,
        "--status": "127.0.0.1:0",
        "--ffmpeg": "no-such-ffmpeg",
        "--log": "json"
      }
      const doctor = yield* run(["doctor", "--json", "--status-public", ...Object.entries(settings).flat()], {
        FLEET_TOKEN: "rbt_secret"
      })
      yield* eventually("the end", () => doctor.code !== undefined)
      assert.strictEqual(doctor.code, 1)
      const { findings, ok } = JSON.parse(doctor.output)
      assert.isFalse(ok)
      const verdicts = Object.fromEntries(
        findings.map(({ check, verdict }: Record<string, string>) => [check, verdict])
      )
      assert.deepInclude(verdicts, { ffmpeg: "warning", status: "ok", ros: "failed", "cloud tcp": "failed" })
      assert.notInclude(doctor.output, "rbt_secret")
    })
  )

  it.live("fleet-bridge says what is missing", () =>
    Effect.gen(function* () {
      const bridge = yield* run(["--ros", noRobot, "--url", "http://127.0.0.1:9"], {})
      yield* eventually("the end", () => bridge.code !== undefined)
      assert.strictEqual(bridge.code, 1)
      assert.include(bridge.output, "FLEET_TOKEN")
      const home = yield* temporaryDirectory
      const doctor = yield* run(["doctor", "--ros", noRobot, "--url", "http://fleet.test", "--state-dir", home], {
        HTTP_PROXY: "http://me:secret@127.0.0.1:9"
      })
      yield* eventually("the end", () => doctor.code !== undefined)
      assert.strictEqual(doctor.code, 1)
      assert.match(doctor.output, /^skipped {2}token {10}No token is given\./m)
      assert.include(doctor.output, "The proxy http://127.0.0.1:9 (HTTP_PROXY) cannot be reached")
      assert.notInclude(doctor.output, "secret")
    })
  )
})
