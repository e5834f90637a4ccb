import { Outbox, OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { Cameras } from "@fleet/bridge/engine/cameras/Cameras"
import { Ffmpeg } from "@fleet/bridge/engine/cameras/Ffmpeg"
import { LinkModes } from "@fleet/bridge/engine/link/LinkModes"
import { RosGateway } from "@fleet/bridge/ros/RosGateway"
import { Effect, Layer } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { WebSocketServer } from "ws"

/** A camera that ffmpeg opens itself. */
export const camera = {
  source: { kind: "v4l2", device: "/dev/video0" },
  width: 320,
  height: 240,
  fps: 10,
  bitrate_kbps: 1000,
  snapshot_interval_seconds: 3600
} as const

/** Programs in it may be run, as not everywhere in memory. */
const aFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "fleet-cameras-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

/** Cameras whose ffmpeg is a shell's script, and what they tell the cloud. */
export const scriptedCameras = Effect.fnUntraced(function* (script: string) {
  const path = join(yield* aFolder, "ffmpeg")
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
export const sleepers = (seconds: number) =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8") === `sleep\0${seconds}\0`
    } catch {
      return false
    }
  })

const lookEveryMs = 20
const patienceMs = 30_000

/** Looks until it is so, or long enough; answers what was seen last. */
const settled = (look: () => number, fits: (count: number) => boolean) =>
  Effect.gen(function* () {
    for (let waitedMs = 0; !fits(look()) && waitedMs < patienceMs; waitedMs += lookEveryMs)
      yield* Effect.sleep(lookEveryMs)
    return look()
  })

/**
 * Starts and stops four cameras so often, in any order and at once, and stops all. Answers the encoders and sockets that are left;
 * encoders are processes that sleep for so many seconds.
 */
export const startAndStop = (turns: number, seconds: number) =>
  Effect.gen(function* () {
    const { answers, cameras, server, start, stop } = yield* scriptedCameras(`exec sleep ${seconds}`)
    const slugs = ["a", "b", "c", "d"]
    for (const slug of slugs) yield* cameras.run(slug, camera)
    let random = 1
    for (let turn = 0; turn < turns; turn++) {
      random = (random * 48_271) % 2_147_483_647
      const slug = slugs[random % 4]!
      yield* random % 3 === 0 ? stop(slug, `${turn}`) : start(slug, `${turn}`)
      if (random % 5 < 3) yield* Effect.sleep(random % 7)
    }
    for (const slug of slugs) yield* stop(slug, `last ${slug}`)
    const unanswered = () => slugs.filter((slug) => answers(slug).at(-1)?.request_id !== `last ${slug}`).length
    yield* settled(unanswered, (count) => count === 0)
    return {
      encoders: yield* settled(
        () => sleepers(seconds).length,
        (count) => count <= slugs.length
      ),
      sockets: yield* settled(
        () => server.clients.size,
        (count) => count === 0
      )
    }
  }).pipe(Effect.scoped)
