import { assert, it } from "@effect/vitest"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import { readdirSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { readMcap } from "../bridge/recorder/world.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { seconds, served, startKillable, storage } from "./support/killable.ts"
import { until } from "./support/until.ts"
import { aPublishedRobot, runRobot } from "./support/world.ts"

const source = `platform: 1
datapoints:
  position: {topic: /odom, type: nav_msgs/msg/Odometry, field: pose.pose.position.x}
recorder:
  topics: [{topic: /odom, type: nav_msgs/msg/Odometry}]
  before_seconds: 20
  after_seconds: 1
`

/** Bytes of a body that pass a closed gate. */
const fewBytes = 200

/** A line for uploads. Until it is opened only the first bytes of each body pass. */
const startGate = Effect.fnUntraced(function* (port: number) {
  const sockets = new Set<Socket>()
  let isOpen = false
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1")
    for (const [socket, other] of [
      [near, far],
      [far, near]
    ] as const) {
      sockets.add(socket)
      socket.on("error", () => undefined).once("close", () => other.destroy())
    }
    far.pipe(near)
    let come = Buffer.alloc(0)
    let passed = 0
    near.on("data", (bytes) => {
      if (isOpen) return void far.write(bytes)
      come = Buffer.concat([come, bytes])
      const head = come.indexOf("\r\n\r\n")
      const end = head < 0 ? passed : Math.min(come.length, head + 4 + fewBytes)
      far.write(come.subarray(passed, end))
      passed = end
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: Effect.sync(() => {
      isOpen = true
      for (const socket of sockets) socket.destroy()
    })
  }
})

const filesIn = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

it.live(
  "a recording whose cloud is killed during its upload is uploaded to the next one",
  () =>
    Effect.gen(function* () {
      const { env, folder, settings } = yield* storage
      const port = yield* freePort("127.0.0.1")
      const gate = yield* startGate(port)
      const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
      const { as, bridgeToken, path } = yield* served(
        { ...settings, baseUrl: gate.url },
        Effect.map(aPublishedRobot(source, ["position"]), ({ bridgeToken, owner, path }) => ({
          as: owner.token,
          bridgeToken,
          path
        }))
      )
      const start = startKillable({ ...env, PORT: String(port), BASE_URL: gate.url })
      // Not the address that the server says it has: that is the gate.
      const base = `http://127.0.0.1:${port}`
      const ask = (way: string, method = "GET") =>
        Effect.promise(() => fetch(`${base}${path}${way}`, { method, headers: { authorization: `Bearer ${as}` } }))
      const json = (way: string) =>
        Effect.flatMap(ask(way), (answer) => Effect.promise(() => answer.json() as Promise<any>))

      const first = yield* start
      yield* runRobot(simulator.url, base, bridgeToken, yield* temporaryFolder)
      yield* until(
        "a position",
        Effect.map(ask("/datapoints/position"), ({ status }) => status === 200),
        seconds
      )
      yield* until(
        "a recording that is asked for",
        Effect.map(ask("/recordings", "POST"), ({ status }) => status === 202),
        seconds
      )
      const uploading = yield* until(
        "an upload",
        Effect.map(json("/recordings"), ({ recordings: [found] }) => found?.state === "uploading" && found),
        seconds
      )
      const unfinished = Effect.sync(() => filesIn(join(folder, "blobs/tmp")).length > 0)
      yield* until("bytes of the upload", unfinished, seconds)
      yield* first.kill
      yield* gate.open

      yield* start
      const stored = yield* until(
        "the end of the recording",
        Effect.map(json(`/recordings/${uploading.id}`), (found) => ["stored", "failed"].includes(found.state) && found),
        seconds
      )
      const { from_ms, size_bytes, to_ms } = uploading
      assert.deepInclude(stored, { state: "stored", error: null, from_ms, size_bytes, to_ms })
      const file = yield* ask(`/recordings/${uploading.id}/file`)
      const bytes = new Uint8Array(yield* Effect.promise(() => file.arrayBuffer()))
      assert.strictEqual(bytes.length, size_bytes)
      assert.isNotEmpty((yield* readMcap(bytes)).messages)
      assert.strictEqual((yield* json("/assets")).store.used_bytes, size_bytes)
    }),
  600_000
)
