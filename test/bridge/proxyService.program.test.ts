import { CloudProxy, readProxies } from "@fleet/bridge/cloud/proxy/CloudProxy"
import { encodeAck, MediaKind } from "@fleet/domain/media/MediaFrames"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { type AddressInfo, connect } from "node:net"
import { createServer, type Server } from "node:tls"
import { eventually } from "../robots/jobs/world.ts"
import { joinMedia } from "../support/MediaPeer.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aFilmedRobot } from "./cameras/world.ts"
import { certificate, trusted } from "./support/certificate.ts"
import { startProxy } from "./support/ConnectProxy.ts"

/** The service, known to bridges by a name that only the proxy can look up. */
const App = Layer.unwrap(
  Effect.map(freePort("127.0.0.1"), (port) => testApp({ port, baseUrl: "https://cloud.test" }))
).pipe(Layer.orDie)

/** What ends TLS in front of the service, on a free port. */
const endOfTls = (key: string, cert: string, port: number) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const made = createServer({ key, cert, ALPNProtocols: ["http/1.1"] }, (client) => {
          const onward = connect(port, "127.0.0.1")
          client.pipe(onward).pipe(client)
          client.on("error", () => onward.destroy()).on("close", () => onward.destroy())
          onward.on("error", () => client.destroy()).on("close", () => client.destroy())
        })
        made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
      }),
      (made) => Effect.sync(() => made.close())
    ),
    (made) => (made.address() as AddressInfo).port
  )

layer(App, { excludeTestServices: true, timeout: "60 seconds" })("a robot behind HTTPS_PROXY", (it) => {
  it.effect.skipIf(certificate === null)(
    "a robot behind HTTPS_PROXY: its configuration, stills, files and live pictures reach the service through the proxy alone",
    () =>
      Effect.gen(function* () {
        const { cert, key } = certificate!
        yield* trusted(cert)
        const tlsPort = yield* endOfTls(key, cert, (yield* Settings).port)
        const proxy = yield* startProxy({
          hosts: { "cloud.test:443": tlsPort },
          authorization: `Basic ${Buffer.from("robot:s3cret").toString("base64")}`
        })
        const env = { HTTPS_PROXY: `http://robot:s3cret@${proxy.host}` }
        const proxyFor = yield* readProxies(Option.none()).pipe(
          Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))
        )
        const camera = (url: string) => `{kind: mjpeg, url: "${url}"}`
        const { as, at, path } = yield* Effect.provideService(
          aFilmedRobot("no-such-ffmpeg", camera),
          CloudProxy,
          proxyFor
        )
        yield* eventually(call("GET", `${at}/snapshot/meta`, { as }), ({ body }) => body.mime === "image/jpeg")

        const sync = call("POST", `${path}/assets/sync`, { as, body: { source: "bridge" } })
        yield* eventually(sync, ({ status }) => status < 300)
        yield* eventually(call("GET", `${path}/assets`, { as }), ({ body }) => body.urdf.present)

        const before = proxy.asked.length
        const { body, status } = yield* call("POST", `${at}/live`, { as })
        assert.deepStrictEqual([status, body.url], [201, "wss://cloud.test/media"])
        const viewer = yield* joinMedia(body.room, body.token)
        yield* viewer.next(MediaKind.config)
        for (let pictures = 0; pictures < 5; pictures++) {
          const unit = yield* viewer.next(MediaKind.picture)
          viewer.send(encodeAck(unit.seq, unit.seq))
        }
        assert.isAbove(proxy.asked.length, before)
        assert.deepStrictEqual([...new Set(proxy.targets())], ["cloud.test:443"])
        assert.strictEqual((yield* call("DELETE", `${at}/live`, { as })).status, 204)
      }),
    120_000
  )
})
