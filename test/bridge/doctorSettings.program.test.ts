import { CloudProxy, readProxies } from "@fleet/bridge/cloud/proxy/CloudProxy"
import type { Finding } from "@fleet/bridge/doctor/Check"
import { checkCloud } from "@fleet/bridge/doctor/Cloud"
import { checkClock } from "@fleet/bridge/doctor/CloudClock"
import { examine } from "@fleet/bridge/doctor/Doctor"
import { checkFfmpeg } from "@fleet/bridge/doctor/Encoder"
import { checkRos } from "@fleet/bridge/doctor/RosServer"
import { checkStatusAddress } from "@fleet/bridge/doctor/RunningBridge"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted, Result } from "effect"
import { chmod, writeFile } from "node:fs/promises"
import { createServer, type RequestListener } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { WebSocketServer } from "ws"
import { temporaryDirectory } from "./support/bridge.ts"
import { certificate, trusted } from "./support/certificate.ts"
import { startProxy } from "./support/ConnectProxy.ts"

const patience = 20_000
const said = (findings: ReadonlyArray<Finding>) => findings.map(({ check, verdict }) => `${check}: ${verdict}`)

/** The address of a web server on this computer, as long as the scope is open. */
const listening = (answer: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(answer).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`))

const statusAt = (address: string, timeoutMs = patience) => checkStatusAddress({ address, isPublic: false }, timeoutMs)

/** A program that says it is this ffmpeg, and has these encoders, which do not fail. */
const ffmpegThat = Effect.fnUntraced(function* (version: string, encoders: string) {
  const path = join(yield* temporaryDirectory, "ffmpeg")
  const script = `#!/bin/sh
case "$*" in
  -version) echo "ffmpeg version ${version} Copyright" ;;
  *-encoders) echo " ${encoders} " ;;
esac
`
  yield* Effect.promise(() => writeFile(path, script).then(() => chmod(path, 0o755)))
  return path
})

/** A cloud behind TLS, as far as the doctor without a hello looks at it; answers its port. */
const secureCloud = (pair: { readonly key: string; readonly cert: string }) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createSecureServer>>((resume) => {
      const server = createSecureServer(pair, (_, response) => response.end())
      const sockets = new WebSocketServer({ noServer: true })
      server.on("upgrade", (request, socket, head) => sockets.handleUpgrade(request, socket, head, () => undefined))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

describe("the doctor with a bridge's settings", () => {
  it.live.skipIf(certificate === null)("the doctor goes through a proxy over TLS to a cloud over TLS", () =>
    Effect.gen(function* () {
      const pair = certificate!
      const hosts = { "cloud.test:443": yield* secureCloud(pair) }
      const proxy = yield* startProxy({ hosts, certificate: pair })
      const proxyFor = yield* readProxies(Option.some(Redacted.make(`https://${proxy.host}`)))
      const look = Effect.gen(function* () {
        const way = yield* checkCloud("https://cloud.test", patience)
        return [...way, ...(yield* checkClock("https://cloud.test", patience))]
      }).pipe(Effect.provideService(CloudProxy, proxyFor))
      const distrusting = yield* look
      assert.deepStrictEqual(said(distrusting.slice(0, 1)), ["cloud proxy: failed"])
      assert.include(distrusting[0]!.advice, "NODE_EXTRA_CA_CERTS")
      yield* trusted(pair.cert)
      assert.deepStrictEqual(said(yield* look), ["cloud proxy: ok", "cloud tls: ok", "cloud upgrade: ok", "clock: ok"])
      // A proxy that answers for the cloud has another certificate.
      const looking = yield* startProxy({ hosts: { "fleet.test:443": hosts["cloud.test:443"] } })
      const other = yield* checkCloud("https://fleet.test", patience).pipe(
        Effect.provideService(CloudProxy, yield* readProxies(Option.some(Redacted.make(looking.host))))
      )
      assert.deepStrictEqual(said(other), ["cloud proxy: ok", "cloud tls: failed"])
      assert.include(other[1]!.advice, "certificate of its own")
    })
  )

  it.live("the doctor goes on without a token, and says what it skips", () =>
    Effect.gen(function* () {
      const nowhere = {
        url: "http://127.0.0.1:9",
        ros: "ws://127.0.0.1:9",
        rosKind: undefined,
        tokenFile: undefined,
        status: undefined,
        ffmpeg: "no-such-ffmpeg",
        timeoutMs: patience
      }
      const found = yield* examine({
        ...nowhere,
        token: Result.fail("No token is given."),
        stateDirectory: undefined,
        recordingsDirectory: undefined,
        proxies: Result.fail({ message: "HTTPS_PROXY is no address." }),
        hello: true
      })
      assert.deepStrictEqual(said(found), [
        "node: ok",
        "ffmpeg: warning",
        "state: skipped",
        "recordings: skipped",
        "token: skipped",
        "token hello: skipped",
        "ros: failed",
        "cloud proxy: failed"
      ])
    })
  )

  it.live("the doctor tells from the status address whether a bridge runs there and is well", () =>
    Effect.gen(function* () {
      const health = (code: number, body: object) =>
        listening((request, response) => {
          if (request.url === "/healthz") response.writeHead(code).end(JSON.stringify(body))
          else response.writeHead(404).end()
        })
      const well = yield* statusAt(yield* health(200, { ok: true, version: "0.1.0", reasons: [] }))
      assert.deepInclude(well, { verdict: "ok", message: "A bridge 0.1.0 runs, and is linked to both sides." })
      const reasons = ["not connected to the cloud: the answer was 503"]
      const ill = yield* statusAt(yield* health(503, { ok: false, version: "0.1.0", reasons }))
      assert.strictEqual(ill.verdict, "warning")
      assert.include(ill.message, reasons[0]!)
    })
  )

  it.live(
    "the doctor tells a free status address from one that another program has, and from one that is refused",
    () =>
      Effect.gen(function* () {
        const free = yield* Effect.scoped(listening(() => undefined))
        assert.deepInclude(yield* statusAt(free), { verdict: "ok" })
        assert.deepInclude(yield* statusAt("127.0.0.1:0"), { verdict: "ok" })
        const other = yield* listening((_, response) => response.end("<html>"))
        const endless = yield* listening((_, response) => {
          const more = () => response.write("x".repeat(65_536), (error) => error ?? setImmediate(more))
          more()
        })
        const silent = yield* listening(() => undefined)
        for (const found of [yield* statusAt(other), yield* statusAt(endless), yield* statusAt(silent, 300)]) {
          assert.strictEqual(found.verdict, "failed")
          assert.include(found.message, "Another program")
        }
        assert.include((yield* statusAt("192.0.2.1:9100")).message, "--status-public")
        assert.include((yield* statusAt("9100")).message, "Not an address")
      })
  )

  it.live("the doctor compares --ros-kind with what answers", () =>
    Effect.gen(function* () {
      const { rosbridgeUrl, url } = yield* startSimulator({ robot: "mobile", port: 0, seed: 1, rosbridgePort: 0 })
      assert.deepStrictEqual(said(yield* checkRos(url, patience, "foxglove")), ["ros: ok", "ros actions: ok"])
      assert.deepStrictEqual(said(yield* checkRos(rosbridgeUrl!, patience, "rosbridge")), [
        "ros: ok",
        "ros api: warning"
      ])
      const mistaken = yield* checkRos(rosbridgeUrl!, patience, "foxglove")
      assert.deepInclude(mistaken.at(-1), {
        verdict: "failed",
        message: "It speaks rosbridge, and --ros-kind says foxglove."
      })
      assert.strictEqual((yield* checkRos(url, patience, "rosbridge")).at(-1)!.verdict, "failed")
    })
  )

  it.live("the doctor takes the bridge's ffmpeg, and says why it cannot encode", () =>
    Effect.gen(function* () {
      const fine = yield* checkFfmpeg(yield* ffmpegThat("6.0", "libx264"), patience)
      assert.deepInclude(fine, { verdict: "ok", message: "ffmpeg 6.0 encodes video with libx264." })
      const old = yield* checkFfmpeg(yield* ffmpegThat("3.4", "libx264"), patience)
      assert.deepInclude(old, { verdict: "warning", message: "ffmpeg 3.4 is too old: 4 or newer is needed." })
      const bare = yield* checkFfmpeg(yield* ffmpegThat("6.0", "mjpeg"), patience)
      assert.deepInclude(bare, { verdict: "warning", message: "This ffmpeg encodes no H.264." })
    })
  )
})
