import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import { readFile, stat, writeFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { temporaryDirectory } from "./support/bridge.ts"
import { eventually, startCloud } from "./support/FakeCloud.ts"

const program = fileURLToPath(new URL("../../packages/bridge/bin/fleet-bridge.mjs", import.meta.url))

const run = (args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [program, "--simulate", "rover", "--log", "json", ...args], {
        env: { PATH: process.env["PATH"] ?? "", ...env }
      })
      const seen = { output: "", code: undefined as number | null | undefined, stop: () => child.kill("SIGINT") }
      child.stdout.on("data", (data) => (seen.output += String(data)))
      child.stderr.on("data", (data) => (seen.output += String(data)))
      child.on("close", (code) => (seen.code = code))
      return seen
    }),
    (seen) => Effect.sync(seen.stop)
  )

const doc = {
  platform: 1,
  datapoints: {
    battery: { topic: "/battery", type: "sensor_msgs/msg/BatteryState", field: "percentage" },
    reading: { topic: "/reading", type: "std_msgs/msg/Float64", field: "data" }
  },
  actions: { dock: { ros_name: "/dock", type: "a/action/B" } },
  services: { reset: { ros_name: "/reset", type: "std_srvs/srv/Trigger" } }
}

/** A service that makes robots, and what it was asked. */
const startService = Effect.acquireRelease(
  Effect.promise(async () => {
    const asked: Array<string> = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      const made = { robot: { id: "r" }, token: `rbt_made_${asked.length}` }
      response.writeHead(200).end(JSON.stringify(request.url === "/api/robots" ? made : {}))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { asked, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

describe("fleet-bridge --simulate rover --robots", () => {
  it.live("plays each robot of its file: values that change in every frame, and commands to their end", () =>
    Effect.gen(function* () {
      const cloud = yield* startCloud
      const file = join(yield* temporaryDirectory, "tokens")
      yield* Effect.promise(() => writeFile(file, "# the crowd\nrbt_one\n\nrbt_two # the second\nrbt_three\n"))
      const crowd = yield* run(["--robots", "2", "--hz", "50", "--token-file", file], { FLEET_URL: cloud.url })
      yield* eventually("two robots", () => cloud.sockets.length === 2)
      const hellos = () => cloud.frames.filter((frame) => frame.type === "hello")
      yield* eventually("two hellos", () => hellos().length === 2)
      assert.sameMembers(
        hellos().map(({ token }) => token),
        ["rbt_one", "rbt_two"]
      )
      cloud.send({ type: "config", version: 1, doc })
      assert.isTrue((yield* cloud.sees("config_applied")).ok)
      for (const slug of Object.keys(doc.datapoints)) {
        const values = () =>
          cloud.frames.flatMap((frame) => (frame.type === "datapoint" && frame.slug === slug ? [frame.value] : []))
        yield* eventually("twenty values", () => values().length >= 20)
        const some = values().slice(0, 20)
        assert.lengthOf(new Set(some), some.length)
      }
      const job = (slug: string, job_id: string) =>
        cloud.send({ type: "invoke", job_id, slug, params: {}, patience_ms: 15_000 } as never)
      const states = (slug: string) =>
        cloud.frames.flatMap((frame) => (frame.type === "job_update" && frame.slug === slug ? [frame.state] : []))
      job("reset", "11111111-1111-4111-8111-111111111111")
      job("dock", "22222222-2222-4222-8222-222222222222")
      yield* eventually("the end of the action", () => states("dock").includes("succeeded"))
      assert.deepStrictEqual([states("reset")[0], states("dock")[0]], ["succeeded", "running"])
      yield* eventually("its progress", () => crowd.output.includes("2 of 2 robots are connected, and send"))
      crowd.stop()
      yield* eventually("the end", () => crowd.code !== undefined)
      assert.strictEqual(crowd.code, 0, crowd.output)
      assert.match(crowd.output, /2 robots sent [1-9]\d* values in \d+ s/)
      assert.notInclude(crowd.output, "rbt_")
    })
  )

  it.live("makes the robots that its file has no token of, and keeps their tokens for the owner alone", () =>
    Effect.gen(function* () {
      const { asked, url } = yield* startService
      const file = join(yield* temporaryDirectory, "tokens")
      const args = ["--robots", "2", "--token-file", file]
      const poor = yield* run(args, { FLEET_URL: url })
      yield* eventually("the end", () => poor.code !== undefined)
      assert.strictEqual(poor.code, 1)
      assert.include(poor.output, "has 0 of 2 tokens")
      const crowd = yield* run(args, { FLEET_URL: url, FLEET_ACCESS_TOKEN: "session" })
      yield* eventually("all calls", () => asked.length >= 6)
      assert.strictEqual(asked[0], "POST /api/robots Bearer session")
      assert.include(asked[2]!, "POST /api/robots/r/config/publish")
      const kept = () => Effect.promise(() => readFile(file, "utf8").catch(() => ""))
      while ((yield* kept()).split("\n").length < 3) yield* Effect.sleep("10 millis")
      assert.strictEqual(yield* kept(), "rbt_made_1\nrbt_made_4\n")
      assert.strictEqual((yield* Effect.promise(() => stat(file))).mode & 0o777, 0o600)
      crowd.stop()
    })
  )

  it.live("refuses what it cannot play, with what to write", () =>
    Effect.gen(function* () {
      const cases = [
        { args: ["--robots", "2"], says: "Give --token-file" },
        { args: ["--robots", "0", "--token-file", "x"], says: "1 to 10000" },
        { args: ["--robots", "2", "--hz", "0", "--token-file", "x"], says: "--hz is more than 0" }
      ]
      for (const { args, says } of cases) {
        const crowd = yield* run(args, { FLEET_URL: "http://127.0.0.1:9" })
        yield* eventually("the end", () => crowd.code !== undefined)
        assert.strictEqual(crowd.code, 1, crowd.output)
        assert.include(crowd.output, says)
      }
    })
  )
})
