import * as NodeServices from "@effect/platform-node/NodeServices"
import { runBridge } from "@fleet/bridge/Bridge"
import { openCloudSocket } from "@fleet/bridge/cloud/CloudSocket"
import { postFile } from "@fleet/bridge/cloud/postFile"
import { CloudProxy, readProxies } from "@fleet/bridge/cloud/proxy/CloudProxy"
import { checkCloud } from "@fleet/bridge/doctor/Cloud"
import { checkClock } from "@fleet/bridge/doctor/CloudClock"
import { lineOf } from "@fleet/bridge/doctor/Check"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { drive } from "./recorder/drive.ts"
import { ask, documentOf, startUploads } from "./recorder/world.ts"
import { picture } from "../robots/cameras/pictures.ts"
import { configure, temporaryDirectory } from "./support/bridge.ts"
import { portOf, startProxy } from "./support/ConnectProxy.ts"
import { passUntil, startCloud } from "./support/FakeCloud.ts"
import { FakeRobot } from "./support/FakeRobot.ts"

const patience = 20_000
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`

/** The proxies of an environment, with --proxy where it is given. */
const proxies = (env: Readonly<Record<string, string>>, flag?: string) =>
  readProxies(flag === undefined ? Option.none() : Option.some(Redacted.make(flag))).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
  )

const through = <A, E, R>(work: Effect.Effect<A, E, R>, env: Readonly<Record<string, string>>, flag?: string) =>
  Effect.flatMap(proxies(env, flag), (proxyFor) => Effect.provideService(work, CloudProxy, proxyFor))

/** A camera beside the robot, and the number of its visitors. */
const aCamera = Effect.gen(function* () {
  const seen = { count: 0, url: "" }
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((socket) => {
        seen.count++
        socket.on("error", () => undefined)
        socket.once("data", () =>
          socket.end(Buffer.concat([Buffer.from("HTTP/1.0 200 OK\n\n"), picture("image/jpeg", 4, 3)]))
        )
      }).listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) => Effect.sync(() => made.close())
  )
  seen.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return seen
})

describe("the proxy that settings name", () => {
  const host = "https://fleet.example"
  it.effect.each([
    [{ HTTPS_PROXY: "http://p:3128" }, host, "http://p:3128 HTTPS_PROXY"],
    [{ https_proxy: "q:1", HTTPS_PROXY: "http://p:3128" }, "wss://fleet.example/bridge", "http://q:1 https_proxy"],
    [{ HTTPS_PROXY: "http://p:3128" }, "http://fleet.example", null],
    [{ HTTP_PROXY: "http://p:3128" }, "ws://fleet.example/bridge", "http://p:3128 HTTP_PROXY"],
    [{ http_proxy: "https://p" }, "http://fleet.example", "https://p http_proxy"],
    [{ HTTPS_PROXY: "http://p:3128", flag: "r:2" }, host, "http://r:2 --proxy"],
    [{ HTTPS_PROXY: "http://p:3128", flag: "" }, host, null],
    [{ flag: "r:2" }, "http://fleet.example", "http://r:2 --proxy"],
    ...["localhost", "a.localhost", "127.1.2.3", "[::1]"].map(
      (to) => [{ flag: "r:2" }, `http://${to}:80`, null] as const
    ),
    ...(
      [
        ["*", host, true],
        ["fleet.example", host, true],
        ["FLEET.example", host, true],
        ["example", host, true],
        [".example", host, true],
        ["*.example", host, true],
        ["a, fleet.example b", host, true],
        ["fleet.example:443", host, true],
        ["fleet.example:444", host, false],
        ["leet.example", host, false],
        ["a.fleet.example", host, false],
        ["", host, false],
        [",", host, false],
        ["10.0.0.0/8", "https://10.1.2.3", true],
        ["10.0.0.0/8", "https://11.1.2.3", false],
        ["10.0.0.0/99", "https://10.1.2.3", false],
        ["10.1.2.3", "https://10.1.2.3:8443", true],
        ["10.1.2.3:443", "https://10.1.2.3:8443", false],
        ["fd00::/8", "https://[fd00::1]", true],
        ["fd00:0::1", "https://[fd00::1]", true],
        ["[fd00::1]:443", "https://[fd00::1]", true]
      ] as const
    ).map(([no, to, isDirect]) => [{ no_proxy: no, flag: "r:2" }, to, isDirect ? null : "http://r:2 --proxy"] as const)
  ] as const)("with %j the proxy for %s is %s", ([settings, url, expected]) =>
    Effect.gen(function* () {
      const { flag, ...env } = settings as Record<string, string>
      const proxy = (yield* proxies(env, flag))(url)
      assert.strictEqual(proxy && `${proxy.address.origin} ${proxy.setting}`, expected)
    })
  )

  it.effect("the proxy that settings name must speak HTTP, and a refusal has nothing of its credentials", () =>
    Effect.gen(function* () {
      for (const value of ["socks5://me:secret@p:1080", "http://me:secret@", "http://me:secret@a b"]) {
        const { message } = yield* Effect.flip(proxies({ HTTPS_PROXY: value }))
        assert.strictEqual(
          message,
          "HTTPS_PROXY is no address of an HTTP proxy: write http://host:port or http://user:password@host:port."
        )
      }
    })
  )
})

describe("a bridge whose one way out is a proxy", () => {
  it.effect(
    "a bridge sends all that is for the cloud through the proxy, which looks up the names; cameras stay direct",
    () =>
      Effect.gen(function* () {
        const cloud = yield* startCloud
        const uploads = yield* startUploads
        const camera = yield* aCamera
        const proxy = yield* startProxy({
          hosts: { "cloud.test:80": portOf(cloud.url), "files.test:8080": portOf(uploads.url) },
          authorization: basic("us:er:p@ss%")
        })
        const robot = new FakeRobot()
        const bridge = runBridge({
          url: "http://cloud.test",
          token: Redacted.make("rbt_test"),
          stateDirectory: yield* temporaryDirectory
        })
        yield* through(bridge, { HTTP_PROXY: `http://us%3Aer:p%40ss%@${proxy.host}` }).pipe(
          Effect.provide([robot.layer, NodeServices.layer]),
          Effect.forkScoped
        )
        yield* cloud.sees("link_mode")
        const front = {
          source: { kind: "mjpeg", url: camera.url },
          width: 640,
          height: 480,
          fps: 10,
          bitrate_kbps: 500,
          snapshot_interval_seconds: 3600
        }
        yield* configure(cloud, 1, { ...documentOf({}), cameras: { front } })
        yield* drive(cloud, robot, 6)
        const upload_url = "http://files.test:8080/api/bridge/assets"
        const recording = ask(cloud, { ...uploads, url: upload_url }, 3_000)
        yield* passUntil("a still and a recording", () => cloud.stills.length > 0 && uploads.uploads.length === 1)
        assert.include(uploads.uploads[0]!.headers, { "x-platform-recording-id": recording })

        robot.emit("/robot_description", { data: '<robot name="r"/>' }, 1)
        yield* cloud.sees("assets_available")
        const sync_id = randomUUID()
        cloud.send({ type: "asset_request", sync_id: sync_id as never, upload_url, token: "t", meshes: [] })
        const sync = yield* cloud.sees("asset_progress", ({ state }) => state === "finished")
        assert.deepStrictEqual([sync.failed, uploads.uploads.length], [[], 2])

        cloud.send({
          type: "camera_start",
          slug: "front",
          url: "ws://media.test/media",
          room: "r",
          token: "t",
          request_id: randomUUID() as never
        })
        const { error } = yield* cloud.sees("camera_state", ({ cause }) => cause === "command")
        assert.deepStrictEqual(error, {
          code: "media_lost",
          message: `The cloud's media cannot be reached: the proxy http://${proxy.host} (HTTP_PROXY) cannot reach media.test:80 (502)`
        })
        assert.deepStrictEqual([...new Set(proxy.targets())].toSorted(), [
          "cloud.test:80",
          "files.test:8080",
          "media.test:80"
        ])
      }),
    60_000
  )

  it.live("a bridge says what is wrong with the proxy, and never its credentials", () =>
    Effect.gen(function* () {
      const refusing = (status: number) => Effect.map(startProxy({ status }), ({ host }) => host)
      const silent = yield* Effect.scoped(startProxy({}))
      const speechless = yield* aCamera
      const worlds = [
        [yield* refusing(407), "http://", "wants credentials (407)", "user:password"],
        [yield* refusing(407), "http://me:secret@", "refuses the credentials (407)", "percent-encoded"],
        [yield* refusing(403), "http://me:secret@", "does not allow cloud.test:80 (403)", "allow CONNECT"],
        [yield* refusing(502), "http://me:secret@", "cannot reach cloud.test:80 (502)", "--url"],
        [yield* refusing(405), "http://me:secret@", "answers CONNECT cloud.test:80 with 405", "allows CONNECT"],
        [silent.host, "http://me:secret@", "cannot be reached: connect ECONNREFUSED", "address and port"],
        [new URL(speechless.url).host, "http://me:secret@", "cannot be reached: ", ""],
        [yield* refusing(403), "https://me:secret@", "cannot be reached: ", "http or https"]
      ] as const
      for (const [host, before, words, advice] of worlds) {
        const env = { http_proxy: `${before}${host}` }
        const findings = yield* through(checkCloud("http://cloud.test", patience), env)
        const lost = yield* through(Effect.flip(Effect.scoped(openCloudSocket("http://cloud.test"))), env)
        assert.lengthOf(findings, 1)
        const line = lineOf(findings[0]!)
        assert.match(line, /^failed {3}cloud proxy {4}The proxy https?:\/\/127/)
        for (const said of [line, lost.message]) {
          assert.include(said, `${host} (http_proxy) ${words}`)
          assert.notInclude(said, "secret")
        }
        assert.include(line, advice)
        const posted = yield* Effect.flatMap(proxies(env), (proxyFor) =>
          Effect.flip(
            Effect.tryPromise({
              try: (signal) => postFile("http://cloud.test/x", {}, Buffer.from("x"), signal, proxyFor),
              catch: (error) => (error as Error).message
            })
          )
        )
        assert.include(posted, words)
      }
    })
  )

  it.live("a doctor names the proxy that it goes through, and asks no name server for the cloud", () =>
    Effect.gen(function* () {
      const cloud = yield* startCloud
      const proxy = yield* startProxy({
        hosts: { "cloud.test:80": portOf(cloud.url) },
        authorization: basic("me:secret")
      })
      const flag = `me:secret@${proxy.host}`
      const checks = Effect.all([checkCloud("http://cloud.test", patience), checkClock("http://cloud.test", patience)])
      const [way, clock] = yield* through(checks, {}, flag)
      assert.deepStrictEqual(way.map(lineOf), [
        `ok       cloud proxy    The proxy http://${proxy.host} (--proxy) connects to cloud.test:80.`,
        "ok       cloud upgrade  ws://cloud.test/bridge opens."
      ])
      assert.strictEqual(clock[0]!.verdict, "ok")
      assert.lengthOf(proxy.asked, 3)
      // Named in NO_PROXY it is looked up here.
      const direct = yield* through(checkCloud("http://cloud.invalid", patience), { NO_PROXY: ".invalid" }, flag)
      assert.strictEqual(direct[0]!.check, "cloud dns")
      assert.lengthOf(proxy.asked, 3)
    })
  )
})
