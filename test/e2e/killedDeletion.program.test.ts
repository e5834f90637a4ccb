import { assert, it } from "@effect/vitest"
import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import { WebSocket } from "ws"
import { filesOf, upload } from "../robots/assets/world.ts"
import { seconds, served, startKillable, storage } from "./support/killable.ts"
import { aPublishedRobot } from "./support/world.ts"

const source = `platform: 1
datapoints:
  battery: {topic: /battery, type: std_msgs/msg/Float32, field: data, retention: {enabled: true, interval_seconds: 1}}
`
const mesh = "package://rover/body.stl"

/** A bridge's socket that is open, and its end. */
const connected = (base: string, token: string) =>
  Effect.promise(
    () =>
      new Promise<{ readonly closed: Promise<void> }>((resolve, reject) => {
        const socket = new WebSocket(`${base.replace(/^http/, "ws")}/bridge`)
        const closed = new Promise<void>((done) => socket.once("close", () => done()))
        socket.on("error", reject)
        socket.on("open", () =>
          socket.send(
            JSON.stringify({ type: "hello", token, protocol_version: PROTOCOL_VERSION, bridge_version: "0.1.0" })
          )
        )
        socket.once("message", () => resolve({ closed }))
      })
  )

const setUp = Effect.gen(function* () {
  const { bridgeToken, key, owner, path, robotId } = yield* aPublishedRobot(source, ["battery"])
  const files = yield* filesOf({ as: owner.token, bridgeToken, path }, [mesh])
  const sent = yield* upload(yield* files.begin, { name: mesh, bytes: Buffer.alloc(100_000, 1) })
  assert.strictEqual(sent.status, 201)
  return { bridgeToken, key: key.token, owner: owner.token, path, robotId }
})

it.live(
  "a deletion of a robot that is killed between its steps goes on at the next server, and is told once",
  () =>
    Effect.gen(function* () {
      const { env, settings } = yield* storage
      // Owners' tokens are for one address.
      const port = yield* freePort("127.0.0.1")
      const baseUrl = `http://127.0.0.1:${port}`
      const same = { ...env, PORT: String(port), BASE_URL: baseUrl }
      const { bridgeToken, key, owner, path, robotId } = yield* served({ ...settings, baseUrl }, setUp)
      const ask = (base: string, method: string, as: string, to: string) =>
        fetch(`${base}${to}`, { method, headers: { authorization: `Bearer ${as}` } })

      // The token and the socket of the bridge go in a step of their own, before the rest.
      const first = yield* startKillable(same)
      const bridge = yield* connected(first.base, bridgeToken)
      const asked = ask(first.base, "DELETE", owner, path).catch(() => undefined)
      yield* Effect.promise(() => bridge.closed)
      yield* first.kill
      yield* Effect.promise(() => asked)

      const { base, kill } = yield* startKillable(same)
      const last = (method: string, to: string, as = owner) => Effect.promise(() => ask(base, method, as, to))
      const deleted = yield* last("DELETE", path)
      assert.include([204, 404], deleted.status, yield* Effect.promise(() => deleted.text()))
      assert.strictEqual((yield* last("GET", path)).status, 404)
      assert.strictEqual((yield* last("GET", `${path}/assets`)).status, 404)
      assert.strictEqual((yield* last("GET", `${path}/datapoints/battery`, key)).status, 404)
      const audit = yield* last("GET", "/api/audit?limit=500")
      const { events } = (yield* Effect.promise(() => audit.json())) as { readonly events: ReadonlyArray<any> }
      const told = events.filter(({ action, target }) => action === "robot.deleted" && target.id === robotId)
      assert.strictEqual(told.length, 1)
      yield* kill
    }),
  seconds * 3000
)
