import { assert, describe, it } from "@effect/vitest"
import { Outbox, OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { Cameras } from "@fleet/bridge/engine/cameras/Cameras"
import { makeCameraTurns } from "@fleet/bridge/engine/cameras/CameraTurns"
import { Ffmpeg } from "@fleet/bridge/engine/cameras/Ffmpeg"
import { LinkModes } from "@fleet/bridge/engine/link/LinkModes"
import { RosGateway } from "@fleet/bridge/ros/RosGateway"
import { Deferred, Effect, Layer } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { WebSocketServer } from "ws"
import { eventually } from "../../robots/jobs/world.ts"
import { temporaryDirectory } from "../support/bridge.ts"

describe("turns of cameras", () => {
  it.effect("turns of cameras run one after the other, the newest that waits, and beside those of other cameras", () =>
    Effect.gen(function* () {
      const turns = yield* makeCameraTurns
      const log: Array<string> = []
      const held = yield* Deferred.make<void>()
      const turn = (name: string, before: Effect.Effect<void> = Effect.void) => ({
        run: Effect.andThen(before, Effect.sync(() => log.push(name)).pipe(Effect.asVoid)),
        overtaken: Effect.sync(() => void log.push(`not ${name}`))
      })
      yield* turns.ask("front", turn("one", Deferred.await(held)))
      yield* Effect.yieldNow
      for (const name of ["two", "three", "four"]) yield* turns.ask("front", turn(name))
      yield* turns.ask("back", turn("other"))
      yield* Effect.yieldNow
      assert.strictEqual(turns.size(), 2)
      assert.deepStrictEqual(log, ["not two", "not three", "other"])
      yield* Deferred.succeed(held, undefined)
      yield* Effect.yieldNow
      assert.deepStrictEqual(log.slice(3), ["one", "four"])
      yield* turns.ask("front", { run: Effect.die("a defect"), overtaken: Effect.void })
      yield* turns.ask("front", turn("five"))
      yield* Effect.yieldNow
      assert.strictEqual(log.at(-1), "five")
      assert.strictEqual(turns.size(), 0)
    }).pipe(Effect.scoped)
  )
})

const camera = {
  source: { kind: "v4l2", device: "/dev/video0" },
  width: 320,
  height: 240,
  fps: 10,
  bitrate_kbps: 1000,
  snapshot_interval_seconds: 3600
} as const

/** Cameras whose ffmpeg is a shell's script, and what they tell the cloud. */
const someCameras = Effect.fnUntraced(function* (script: string) {
  const path = join(yield* temporaryDirectory, "ffmpeg")
  yield* Effect.promise(() => writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 }))
  const server = yield* Effect.acquireRelease(
    Effect.callback<WebSocketServer>((resume) => {
      const opened: WebSocketServer = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () =>
        resume(Effect.succeed(opened))
      )
      opened.on("connection", (socket) => {
        socket.once("message", () => socket.send('{"type":"joined"}'))
        socket.on("error", () => undefined)
      })
    }),
    (opened) =>
      Effect.sync(() => {
        for (const socket of opened.clients) socket.terminate()
        opened.close()
      })
  )
  const told: Array<{ readonly slug: string; readonly request_id: string | null; readonly code: string | undefined }> =
    []
  const outbox = new OutboxQueue(Date.now, () => {})
  outbox.attach({
    send: (text, written) => {
      const { error, request_id, slug } = JSON.parse(text)
      told.push({ slug, request_id, code: error?.code })
      written()
    },
    bufferedAmount: () => 0
  })
  const encoder = { name: "none", global: [], filter: "null", options: [] }
  const services = Layer.mergeAll(
    Layer.succeed(Outbox, outbox),
    Layer.succeed(LinkModes, { cameras: () => null } as unknown as LinkModes["Service"]),
    Layer.succeed(RosGateway, {} as RosGateway["Service"]),
    Layer.succeed(Ffmpeg, { find: Effect.succeed({ path, version: "5", encoder }) })
  )
  const context = yield* Layer.build(Cameras.layer.pipe(Layer.provide(services)))
  const cameras = yield* Effect.provideContext(Cameras, context)
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/media`
  const start = (slug: string, request_id: string) =>
    cameras.start({ type: "camera_start", slug, url, room: "r", token: "t", request_id })
  const stop = (slug: string, request_id: string) => cameras.stop({ type: "camera_stop", slug, request_id })
  const answers = (slug: string) => told.filter((state) => state.slug === slug && state.request_id !== null)
  return { answers, cameras, server, start, stop }
})

/** Processes that sleep for so long. */
const sleepers = (seconds: number) =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8") === `sleep\0${seconds}\0`
    } catch {
      return false
    }
  })
const isLinux = process.platform === "linux"

describe.skipIf(!isLinux)("a camera that is started and stopped", () => {
  it.live(
    "a camera that is started and stopped keeps nobody waiting while its encoder ends, and answers in order",
    () =>
      Effect.gen(function* () {
        const { answers, cameras, start, stop } = yield* someCameras("trap '' TERM\nexec sleep 71001")
        yield* cameras.run("front", camera)
        yield* start("front", "1")
        const running = Effect.sync(() => sleepers(71_001).length)
        yield* eventually(running, (count) => count > 1)
        yield* stop("front", "2")
        yield* start("front", "3")
        yield* stop("front", "4")
        // Its encoder does not heed to be ended: what is asked meanwhile waits, and nobody with it.
        assert.deepStrictEqual(
          answers("front").map(({ code, request_id }) => [request_id, code]),
          [["3", "superseded"]]
        )
        yield* start("none", "5")
        yield* eventually(
          Effect.sync(() => answers("none")),
          (given) => given[0]?.code === "unknown_slug"
        )
        yield* eventually(
          Effect.sync(() => answers("front")),
          (given) => given.length === 3
        )
        assert.deepStrictEqual(
          answers("front").map(({ request_id }) => request_id),
          ["3", "2", "4"]
        )
      }).pipe(Effect.scoped)
  )

  it.live(
    "a camera that is started and stopped 1000 times leaves no encoder and no socket",
    () =>
      Effect.gen(function* () {
        yield* Effect.gen(function* () {
          const { answers, cameras, server, start, stop } = yield* someCameras("exec sleep 71002")
          for (const slug of ["a", "b", "c", "d"]) yield* cameras.run(slug, camera)
          let random = 1
          for (let turn = 0; turn < 1000; turn++) {
            random = (random * 48_271) % 2_147_483_647
            const slug = "abcd"[random % 4]!
            yield* random % 3 === 0 ? stop(slug, `${turn}`) : start(slug, `${turn}`)
            if (random % 5 < 3) yield* Effect.sleep(random % 7)
          }
          for (const slug of "abcd") yield* stop(slug, `last ${slug}`)
          for (const slug of "abcd")
            yield* eventually(
              Effect.sync(() => answers(slug)),
              (given) => given.at(-1)?.request_id === `last ${slug}`
            )
          // Each camera takes one still at its beginning, which ends by itself.
          yield* eventually(
            Effect.sync(() => sleepers(71_002).length),
            (count) => count <= 4
          )
          yield* eventually(
            Effect.sync(() => server.clients.size),
            (count) => count === 0
          )
        }).pipe(Effect.scoped)
        assert.deepStrictEqual(sleepers(71_002), [])
      }),
    120_000
  )
})
