import { checkCloud } from "@fleet/bridge/doctor/Cloud"
import { checkClock, judgeOffset } from "@fleet/bridge/doctor/CloudClock"
import { checkDisk, checkNode, checkRecordings, checkState, checkTokenFile } from "@fleet/bridge/doctor/Computer"
import { checkFfmpeg } from "@fleet/bridge/doctor/Encoder"
import type { Finding } from "@fleet/bridge/doctor/Check"
import { checkRosbridge } from "@fleet/bridge/doctor/Rosbridge"
import { checkRos } from "@fleet/bridge/doctor/RosServer"
import { checkHello, checkTokenForm } from "@fleet/bridge/doctor/Token"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { chmod, mkdir, writeFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { WebSocketServer } from "ws"
import { temporaryDirectory } from "./support/bridge.ts"
import { robotId, startCloud } from "./support/FakeCloud.ts"

const patience = 20_000
/** A step that nobody answers is given up after this long. */
const impatience = 300

const said = (findings: ReadonlyArray<Finding>) => findings.map(({ check, verdict }) => `${check}: ${verdict}`)

/** A web server on a free port, with or without an answer to upgrades. */
const web = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(answer).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** A server of ROS that says what the test wants. */
const rosServer = Effect.fnUntraced(function* (...says: ReadonlyArray<object>) {
  const server = yield* Effect.acquireRelease(
    Effect.callback<WebSocketServer>((resume) => {
      const made: WebSocketServer = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () =>
        resume(Effect.succeed(made))
      )
    }),
    (server) =>
      Effect.sync(() => {
        for (const socket of server.clients) socket.terminate()
        server.close()
      })
  )
  server.on("connection", (socket) => says.forEach((operation) => socket.send(JSON.stringify(operation))))
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
})

const greeting = { op: "serverInfo", name: "x", capabilities: ["services", "clientPublish", "connectionGraph"] }

describe("the doctor at the robot's ROS server", () => {
  it.live("the doctor finds the simulator in order, its actions included", () =>
    Effect.gen(function* () {
      const { url } = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
      const findings = yield* checkRos(url, patience)
      assert.deepStrictEqual(said(findings), ["ros: ok", "ros actions: ok"])
      assert.include(findings[0]!.message, "jazzy")
    })
  )

  it.live("the doctor says that actions need include_hidden where no action server can be seen", () =>
    Effect.gen(function* () {
      const findings = yield* checkRos(yield* rosServer(greeting, { op: "advertiseServices", services: [] }), patience)
      assert.deepStrictEqual(said(findings), ["ros: ok", "ros actions: warning"])
      assert.include(findings[1]!.advice, "include_hidden:=true")
    })
  )

  it.live("the doctor says which capability the server lacks", () =>
    Effect.gen(function* () {
      const findings = yield* checkRos(yield* rosServer({ ...greeting, capabilities: ["services"] }), patience)
      assert.deepStrictEqual(said(findings), ["ros: ok", "ros: warning", "ros: warning", "ros actions: warning"])
      assert.include(findings[1]!.message, '"clientPublish"')
    })
  )

  it.live("the doctor finds a rosbridge, and misses its rosapi", () =>
    Effect.gen(function* () {
      const robot = yield* startSimulator({ robot: "mobile", port: 0, rosbridgePort: 0, seed: 1 })
      const findings = yield* checkRos(robot.rosbridgeUrl!, patience)
      assert.deepStrictEqual(said(findings), ["ros: ok", "ros api: warning"])
      assert.include(findings[0]!.message, "is a rosbridge (ROS humble)")
      const mute = yield* rosServer()
      const alone = yield* checkRosbridge(mute)
      assert.deepStrictEqual(said(alone), ["ros: ok", "ros api: failed"])
      assert.include(alone[1]!.advice, "rosapi")
    })
  )

  it.live("the doctor tells a refused port, another protocol, a web server, silence and nonsense apart", () =>
    Effect.gen(function* () {
      const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
      const notFound = yield* web((_, response) => response.writeHead(404).end())
      const worlds = [
        ["ws://127.0.0.1:9", patience, "cannot be reached"],
        [notFound.replace("http", "ws"), patience, "answers 404"],
        [simulator.controlUrl.replace("http:", "nonsense:"), patience, "is no address"],
        [yield* rosServer(), impatience, "no answer within 300 ms"]
      ] as const
      for (const [url, ms, words] of worlds) {
        const [finding] = yield* checkRos(url, ms)
        assert.strictEqual(finding!.verdict, "failed", words)
        assert.include(finding!.message, words)
      }
    })
  )
})

describe("the doctor on the way to the cloud", () => {
  it.live("the doctor walks the way to a cloud without a hello", () =>
    Effect.gen(function* () {
      const cloud = yield* startCloud
      const findings = yield* checkCloud(cloud.url, patience)
      assert.deepStrictEqual(said(findings), ["cloud dns: ok", "cloud tcp: ok", "cloud upgrade: ok"])
      assert.isEmpty(cloud.frames)
    })
  )

  it.live("the doctor stops at the first step that fails and says what to do", () =>
    Effect.gen(function* () {
      const notFound = yield* web((_, response) => response.writeHead(404).end())
      const busy = yield* web((_, response) => response.writeHead(503).end())
      const silent = yield* web(() => {})
      const worlds = [
        ["http://nowhere.invalid", patience, "cloud dns: failed", "--url"],
        ["http://127.0.0.1:9", patience, "cloud tcp: failed", "firewalls"],
        [notFound.replace("http", "https"), patience, "cloud tls: failed", "NODE_EXTRA_CA_CERTS"],
        [notFound, patience, "cloud upgrade: failed", "base URL"],
        [busy, patience, "cloud upgrade: failed", "Try again later"],
        [silent, impatience, "cloud upgrade: failed", "network"],
        ["fleet.example", patience, "cloud: failed", "--url https://host"]
      ] as const
      for (const [url, ms, words, advice] of worlds) {
        const findings = yield* checkCloud(url, ms)
        assert.strictEqual(said(findings).at(-1), words)
        assert.include(findings.at(-1)!.advice, advice)
        assert.isTrue(findings.slice(0, -1).every(({ verdict }) => verdict === "ok"))
      }
    })
  )

  it.live("the doctor compares the clocks by the cloud's Date header", () =>
    Effect.gen(function* () {
      const dated = (date: string | undefined) =>
        web((_, response) => {
          response.sendDate = false
          response.writeHead(200, date === undefined ? {} : { date }).end()
        })
      const verdict = (date: string | undefined) =>
        Effect.gen(function* () {
          const [finding] = yield* checkClock(yield* dated(date), patience)
          return [finding!.verdict, finding!.message]
        })
      const [far, words] = yield* verdict("Mon, 01 Jan 2001 00:00:00 GMT")
      assert.strictEqual(far, "failed")
      assert.include(words, "ahead of the cloud's")
      const [behind, other] = yield* verdict("Fri, 01 Jan 2100 00:00:00 GMT")
      assert.strictEqual(behind, "failed")
      assert.include(other, "behind the cloud's")
      assert.strictEqual((yield* verdict(undefined))[0], "warning")
      assert.strictEqual((yield* checkClock("http://127.0.0.1:9", patience))[0]!.verdict, "warning")
      const [right] = yield* checkClock(yield* web((_, response) => response.end()), patience)
      assert.strictEqual(right!.verdict, "ok")
    })
  )

  it.each([
    [0, "ok"],
    [2000, "ok"],
    [-2000, "ok"],
    [2001, "warning"],
    [-5000, "warning"],
    [5001, "failed"],
    [-5001, "failed"]
  ] as const)("the doctor calls an offset of %d ms %s", (offset, verdict) =>
    assert.strictEqual(judgeOffset(offset).verdict, verdict)
  )
})

describe("the doctor and the token", () => {
  const token = Redacted.make("rbt_test")

  it.live("the doctor proves a token by a hello, and tells why one is refused", () =>
    Effect.gen(function* () {
      const cloud = yield* startCloud
      const [known] = yield* checkHello(cloud.url, token, patience)
      assert.deepInclude(known, { verdict: "ok", message: `The cloud knows this robot: ${robotId}.` })
      cloud.greeting = [{ type: "hello_error", code: "invalid_token", message: "No robot has this token." }]
      const [unknown] = yield* checkHello(cloud.url, token, patience)
      assert.strictEqual(unknown!.verdict, "failed")
      assert.include(unknown!.advice, "Rotate")
      cloud.greeting = "silence"
      assert.strictEqual((yield* checkHello(cloud.url, token, impatience))[0]!.verdict, "failed")
      cloud.refusal = {}
      assert.include((yield* checkHello(cloud.url, token, patience))[0]!.message, "503")
    })
  )

  it("the doctor knows the form of a token: n, n - 1 and n + 1 characters", () => {
    const verdict = (text: string) => checkTokenForm(Redacted.make(text)).verdict
    assert.strictEqual(verdict(`rbt_${"a-_Z09".repeat(7)}x`), "ok")
    for (const text of ["", `rbt_${"x".repeat(42)}`, `rbt_${"x".repeat(44)}`, `srv_${"x".repeat(43)}`]) {
      assert.strictEqual(verdict(text), "failed")
    }
  })
})

describe("the doctor at this computer", () => {
  it("the doctor wants Node 20", () => {
    assert.deepStrictEqual(
      ["v19.9.0", "v20.0.0", "v24.1.0", "?"].map((version) => checkNode(version).verdict),
      ["failed", "ok", "ok", "failed"]
    )
  })

  it.live("the doctor misses ffmpeg without calling that a failure", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* checkFfmpeg("no-such-ffmpeg", patience)).verdict, "warning")
      assert.strictEqual((yield* checkFfmpeg(process.execPath, patience)).verdict, "warning")
    })
  )

  it.live("the doctor looks at who can read the state folder and the token's file", () =>
    Effect.gen(function* () {
      const home = yield* temporaryDirectory
      const folder = join(home, "state")
      const file = join(home, "token")
      assert.deepInclude(yield* checkState(join(folder, "deep")), { verdict: "ok" })
      assert.strictEqual((yield* checkTokenFile(file)).verdict, "failed")
      yield* Effect.promise(async () => {
        await mkdir(folder, { mode: 0o700 })
        await writeFile(file, "rbt_", { mode: 0o600 })
      })
      assert.strictEqual((yield* checkState(folder)).verdict, "ok")
      assert.strictEqual((yield* checkTokenFile(file)).verdict, "ok")
      yield* Effect.promise(async () => {
        await chmod(folder, 0o710)
        await chmod(file, 0o640)
      })
      assert.include((yield* checkState(folder)).advice, `chmod 700 ${folder}`)
      assert.include((yield* checkTokenFile(file)).advice, `chmod 600 ${file}`)
      assert.strictEqual((yield* checkState(file)).verdict, "failed")
      assert.strictEqual((yield* checkState(join(file, "below"))).verdict, "failed")
    })
  )

  it.live("the doctor calls a disk scarce below 256 MiB and full below 16 MiB", () =>
    Effect.gen(function* () {
      const home = yield* temporaryDirectory
      const free = (bytes: number) => {
        const look = async () => ({ bavail: bytes, bsize: 1 })
        return checkDisk(home, look as unknown as typeof import("node:fs/promises").statfs)
      }
      const mebibyte = 1024 * 1024
      const verdicts = yield* Effect.forEach(
        [256 * mebibyte, 256 * mebibyte - 1, 16 * mebibyte, 16 * mebibyte - 1],
        free
      )
      assert.deepStrictEqual(
        verdicts.map(({ verdict }) => verdict),
        ["ok", "warning", "warning", "failed"]
      )
      assert.include(["ok", "warning"], (yield* checkDisk(home)).verdict)
    })
  )

  it.live("the doctor looks whether recordings can be written, and have room for 200 MB", () =>
    Effect.gen(function* () {
      const home = yield* temporaryDirectory
      const folder = join(home, "recordings")
      const free = (bytes: number) => {
        const look = async () => ({ bavail: bytes, bsize: 1 })
        return checkRecordings(folder, look as unknown as typeof import("node:fs/promises").statfs)
      }
      const found = yield* Effect.forEach([200_000_000, 199_999_999], free)
      assert.deepStrictEqual(said(found), ["recordings: ok", "recordings: warning"])
      yield* Effect.promise(() => writeFile(folder, "a file"))
      assert.deepInclude(yield* checkRecordings(folder), {
        verdict: "failed",
        message: `${folder} is not a folder.`
      })
    })
  )
})
