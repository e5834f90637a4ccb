import { metricsText } from "@fleet/bridge/status/metricsText"
import type { Status } from "@fleet/bridge/status/Status"
import { parseAddress, serveStatus } from "@fleet/bridge/status/StatusServer"
import { runBridge } from "@fleet/bridge/Bridge"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import { connect, createServer } from "node:net"
import { configure, doc, temporaryDirectory } from "./support/bridge.ts"
import { eventually, robotId, startCloud } from "./support/FakeCloud.ts"
import { FakeRobot } from "./support/FakeRobot.ts"

const secret = "rbt_very_secret"
const camera = {
  source: { kind: "mjpeg", url: "http://camera.example/", credentials: { username: "me", password: "hunter22" } },
  width: 640,
  height: 480,
  fps: 5,
  bitrate_kbps: 300,
  snapshot_interval_seconds: 10
}

/** A bridge with a status page at a port of its own. */
const observed = Effect.gen(function* () {
  const cloud = yield* startCloud
  const robot = new FakeRobot()
  const lines: Array<string> = []
  const settings = {
    url: cloud.url,
    token: Redacted.make(secret),
    stateDirectory: yield* temporaryDirectory,
    status: { address: "127.0.0.1:0", isPublic: false }
  }
  yield* runBridge(settings).pipe(
    Effect.provide([
      robot.layer,
      NodeServices.layer,
      Logger.layer([Logger.make(({ message }) => lines.push(String(message)))])
    ]),
    Effect.forkScoped
  )
  const port = yield* eventually("the status", () => /port (\d+)/.exec(lines.join("\n"))?.[1])
  const get = (path: string, init: RequestInit = {}) =>
    Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
      return { status: response.status, text: await response.text() }
    })
  const status = Effect.map(get("/status"), ({ text }) => JSON.parse(text) as Status)
  return { cloud, robot, get, status, port: Number(port) }
})

/** A raw connection: what it was sent before the other side closed it. */
const dribble = (port: number, text: string) =>
  Effect.callback<string>((resume) => {
    let seen = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    socket.on("data", (data) => (seen += String(data)))
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed(seen)))
    return Effect.sync(() => socket.destroy())
  })

describe("the bridge's status", () => {
  it.live("the bridge's status is healthy once both sides are linked, and says why when it is not", () =>
    Effect.gen(function* () {
      const { cloud, get, robot } = yield* observed
      yield* cloud.sees("link_mode")
      assert.deepStrictEqual(yield* get("/healthz"), {
        status: 200,
        text: '{"ok":true,"version":"0.1.0","reasons":[]}'
      })
      robot.disconnect()
      const { status, text } = yield* get("/healthz")
      assert.strictEqual(status, 503)
      assert.deepStrictEqual(JSON.parse(text).reasons, ["not connected to the robot's ROS server"])
      cloud.refusal = {}
      cloud.close(1012)
      yield* eventually("the loss", () => cloud.closes.length === 1)
      const after = JSON.parse((yield* get("/healthz")).text)
      assert.deepStrictEqual(after.reasons[0], "not connected to the cloud: the cloud is restarting")
    })
  )

  it.live("the bridge's status tells version, robot, link, configuration, jobs, queues and drops, and no secret", () =>
    Effect.gen(function* () {
      const { cloud, get, robot, status } = yield* observed
      yield* cloud.sees("link_mode")
      yield* configure(cloud, 3, { ...doc, cameras: { front: { ...camera, width: "wide" } } })
      cloud.send({ type: "ping", ts_ms: 1, latency_ms: 2, lag_ms: 17 })
      cloud.sendText('{"type":"dance"}')
      yield* cloud.sees("pong")
      robot.emit("/battery", { percentage: 0.5 }, 1)
      yield* cloud.sees("datapoint")
      const told = yield* status
      assert.deepInclude(told, { version: "0.1.0", robot_id: robotId, jobs: { running: 0 } })
      assert.deepInclude(told.cloud, { connected: true, last_error: null, losses: 0, lag_ms: 17, low_bandwidth: false })
      assert.deepStrictEqual(told.ros, {
        connected: true,
        distro: "humble",
        capabilities: ["services", "clientPublish"]
      })
      assert.deepStrictEqual(told.config, {
        version: 3,
        errors: [{ kind: "camera", slug: "front", code: "invalid_value" }]
      })
      assert.deepStrictEqual(told.queues, { waiting: { link: 0, outcome: 0, live: 0, answer: 0 }, backlog: 0 })
      assert.isAtLeast(told.dropped.ignored_cloud, 1)
      for (const path of ["/status", "/metrics", "/healthz"]) {
        const { text } = yield* get(path)
        for (const word of [secret, "hunter22", "camera.example"]) assert.notInclude(text, word)
      }
    })
  )

  it.live("the bridge's status counts samples kept during an outage and those there was no room for: n and n + 1", () =>
    Effect.gen(function* () {
      const { cloud, robot, status } = yield* observed
      yield* cloud.sees("link_mode")
      yield* configure(cloud, 1)
      cloud.refusal = {}
      cloud.close(1012)
      yield* eventually("the loss", () => cloud.closes.length === 1)
      for (const n of [1, 2, 3]) robot.emit("/pose", { x: n }, n)
      assert.deepInclude(yield* status, {
        queues: { waiting: { link: 0, outcome: 0, live: 0, answer: 0 }, backlog: 3 }
      })
      assert.strictEqual((yield* status).dropped.backlog, 0)
      robot.emit("/pose", { x: 4 }, 4)
      assert.deepInclude((yield* status).dropped, { backlog: 1 })
      assert.strictEqual((yield* status).queues.backlog, 3)
    })
  )

  it.live("the bridge's metrics have a line of help, a type and a value each, and leave out what is not known", () =>
    Effect.gen(function* () {
      const { cloud, get, status } = yield* observed
      yield* cloud.sees("link_mode")
      const { text } = yield* get("/metrics")
      const lines = text.trimEnd().split("\n")
      for (const line of lines) {
        assert.match(
          line,
          /^(?:# (?:HELP|TYPE) fleet_bridge_[a-z_]+ \S.*|fleet_bridge_[a-z_]+(?:\{[a-z]+="[^"]*"\})? -?\d+(?:\.\d+)?)$/
        )
      }
      assert.include(lines, 'fleet_bridge_info{version="0.1.0"} 1')
      assert.include(lines, "fleet_bridge_cloud_connected 1")
      assert.notInclude(text, "lag_milliseconds")
      const known = yield* status
      assert.include(metricsText({ ...known, version: 'a"b\n' }), 'fleet_bridge_info{version="ab"} 1')
    })
  )

  it.live("the bridge's status answers GET of its three pages alone", () =>
    Effect.gen(function* () {
      const { get } = yield* observed
      assert.strictEqual((yield* get("/")).status, 404)
      assert.strictEqual((yield* get("/constructor")).status, 404)
      assert.strictEqual((yield* get("/status", { method: "POST" })).status, 405)
      assert.deepStrictEqual(yield* get("/status?x=1", { method: "HEAD" }), { status: 200, text: "" })
    })
  )

  it.live("the bridge's status cuts off who is slow to ask, and who asks with too much", () =>
    Effect.gen(function* () {
      const { get, port } = yield* observed
      const long = yield* dribble(port, `GET /status HTTP/1.1\r\nx: ${"x".repeat(9000)}\r\n\r\n`)
      assert.include(long, "431")
      assert.include(yield* dribble(port, "GET /status HTTP/1.1\r\nHost:"), "408")
      assert.strictEqual((yield* get("/status")).status, 200)
    })
  )

  it.live("the bridge's status takes 16 connections, and no more while they last", () =>
    Effect.gen(function* () {
      const { get, port } = yield* observed
      const open = yield* Effect.promise(() =>
        Promise.all(
          Array.from(
            { length: 16 },
            () =>
              new Promise<ReturnType<typeof connect>>((resolve) => {
                const socket = connect(port, "127.0.0.1", () => socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n"))
                socket.on("connect", () => resolve(socket)).on("error", () => {})
              })
          )
        )
      )
      yield* Effect.addFinalizer(() => Effect.sync(() => open.forEach((socket) => socket.destroy())))
      // The sixteenth is served when it has asked; the one after it is cut at once.
      assert.strictEqual(yield* dribble(port, "GET /status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), "")
      const last = open[15]!
      const answered = Effect.callback<string>((resume) => {
        last.once("data", (data) => resume(Effect.succeed(String(data))))
        last.write("\r\n")
      })
      assert.match(yield* answered, /^HTTP\/1\.1 (?:200|503)/)
      open.forEach((socket) => socket.destroy())
      yield* eventually("room", () => open.every(({ destroyed }) => destroyed))
      assert.strictEqual((yield* Effect.retry(get("/status"), { times: 20 })).status, 200)
    })
  )
})

describe("the address of the bridge's status", () => {
  const parse = (address: string, isPublic = false) =>
    Effect.runSync(Effect.result(parseAddress({ address, isPublic })))

  it.each(["127.0.0.1:9100", "127.9.9.9:1", "[::1]:9100", "localhost:0", "127.0.0.1:65535"])(
    "the address of the bridge's status may be %s",
    (address) => assert.strictEqual(parse(address)._tag, "Success")
  )

  it.each(["0.0.0.0:9100", "[::]:9100", "10.0.0.1:9100", "robot.local:9100"])(
    "the address of the bridge's status is %s only when that is asked for",
    (address) => {
      assert.strictEqual(parse(address)._tag, "Failure")
      assert.strictEqual(parse(address, true)._tag, "Success")
    }
  )

  it.each(["", "9100", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1:-1", "::1:9100", "127.0.0.1:x"])(
    "the address of the bridge's status is not %j",
    (address) => assert.strictEqual(parse(address, true)._tag, "Failure")
  )

  it.live("the address of the bridge's status that is taken already is reported", () =>
    Effect.gen(function* () {
      const taken = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close())
      )
      const { port } = taken.address() as { port: number }
      const error = yield* Effect.flip(serveStatus({ address: `127.0.0.1:${port}`, isPublic: false }, Effect.never))
      assert.include(error.message, "EADDRINUSE")
    })
  )
})
