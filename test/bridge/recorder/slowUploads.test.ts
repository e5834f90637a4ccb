import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Outbox } from "@fleet/bridge/cloud/Outbox"
import { LinkModes } from "@fleet/bridge/engine/link/LinkModes"
import { makeHeldRecordings, slowEveryMs } from "@fleet/bridge/engine/recorder/HeldRecordings"
import { partBytes, RecordingFiles } from "@fleet/bridge/engine/recorder/RecordingFiles"
import { RecordingId } from "@fleet/domain/Recordings"
import { UploadPace } from "@fleet/server/platform/http/steadyBody"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomBytes, randomUUID } from "node:crypto"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { existsSync, writeFileSync } from "node:fs"
import { temporaryDirectory } from "../support/bridge.ts"
import { eventually, passUntil } from "../support/FakeCloud.ts"

const patience = 60_000
const hourMs = 3_600_000
const parts = 4
const bytes = randomBytes(parts * partBytes)

/** Where files come in, part by part. Nothing is answered but by `answer`, to the newest. */
const startCloud = Effect.gen(function* () {
  const uploads: Array<{ received: number; isWhole: boolean; readonly response: ServerResponse }> = []
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((request, response) => {
        const upload = { received: 0, isWhole: false, response }
        uploads.push(upload)
        request
          .on("error", () => undefined)
          .on("data", ({ length }: Buffer) => (upload.received += length))
          .on("end", () => (upload.isWhole = true))
      }).listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.sync(() => {
        made.close()
        made.closeAllConnections()
      })
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    uploads,
    received: () => uploads.at(-1)?.received ?? 0,
    answer: (status: number) => void uploads.at(-1)!.response.writeHead(status).end("{}")
  }
})

/** A bridge that uploads a file of some parts over a link that is slow as soon as the upload may begin. */
const uploading = Effect.gen(function* () {
  const cloud = yield* startCloud
  const folder = yield* temporaryDirectory
  const id = RecordingId.make(randomUUID())
  const path = `${folder}/${id}_0_1.mcap`
  writeFileSync(path, bytes)
  const slow = { from: "the upload" as "the upload" | "never" }
  let looked = false
  const link = LinkModes.of({
    ceilingHz: () => undefined,
    cameras: () => null,
    onLag: () => {},
    configure: () => {},
    state: () => {
      const lowBandwidth = looked && slow.from === "the upload"
      looked = true
      return { lagMs: null, lowBandwidth }
    },
    announce: () => {}
  })
  const surroundings = yield* Layer.build(
    RecordingFiles.layer(folder).pipe(
      Layer.provideMerge([Outbox.layer, Layer.succeed(LinkModes, link), NodeServices.layer])
    )
  )
  const time = yield* Clock.Clock
  const clock = { setBackMs: 0 }
  const now = () => time.currentTimeMillisUnsafe() - clock.setBackMs
  const told: Array<{ readonly type: string; readonly state?: string; readonly error?: { readonly code: string } }> = []
  yield* Effect.gen(function* () {
    const outbox = yield* Outbox
    outbox.attach({
      send: (frame) => void told.push(JSON.parse(String(frame))),
      bufferedAmount: () => 0
    } as Parameters<typeof outbox.attach>[0])
    yield* TestClock.adjust("1 hour")
    const held = yield* Effect.provideService(makeHeldRecordings, Clock.Clock, {
      ...time,
      sleep: time.sleep.bind(time),
      currentTimeMillisUnsafe: now
    } as Clock.Clock)
    const files = yield* RecordingFiles
    for (const { ageMs, file, id } of yield* files.load) yield* held.adopt(id, file, Math.min(0, ageMs))
    yield* held.answer({
      type: "recording_request",
      recording_id: id,
      cause: "request",
      at_ms: 0,
      upload_url: cloud.url,
      upload_token: "token",
      max_bytes: bytes.length
    })
  }).pipe(Effect.provideContext(surroundings))
  return { cloud, slow, clock, path, states: () => told.map(({ state }) => state), told }
})

describe("an upload over a slow link", () => {
  it("is as fast as the cloud wants one to be", () => {
    assert.isAbove(partBytes / (slowEveryMs / 1000), UploadPace.defaultValue().bytesPerSecond)
    assert.isBelow(slowEveryMs, UploadPace.defaultValue().stalledMs)
  })

  it.effect(
    "goes on with a part every three seconds, though the computer's clock is set back",
    () =>
      Effect.gen(function* () {
        const { clock, cloud } = yield* uploading
        const beganMs = yield* Clock.currentTimeMillis
        for (let count = 1; count <= parts; count++) {
          clock.setBackMs += hourMs
          yield* passUntil(`${count} parts`, () => cloud.received() >= count * partBytes)
          const passedMs = (yield* Clock.currentTimeMillis) - beganMs
          assert.isAtLeast(passedMs, Math.floor(cloud.received() / partBytes) * slowEveryMs)
          assert.isBelow(passedMs, hourMs)
        }
      }),
    patience
  )

  it.effect(
    "is tried again when it was answered 400 before it was whole, and has failed as refused when it was whole",
    () =>
      Effect.gen(function* () {
        const { cloud, path, slow, states, told } = yield* uploading
        yield* passUntil("a part", () => cloud.received() > 0)
        assert.isBelow(cloud.received(), bytes.length)
        cloud.answer(400)
        yield* eventually("another wait", () => states().at(-1) === "waiting")
        assert.isTrue(existsSync(path))
        slow.from = "never"
        yield* passUntil("another upload", () => cloud.uploads.length === 2)
        yield* eventually("the whole file", () => cloud.uploads.at(-1)?.isWhole === true)
        assert.strictEqual(cloud.received(), bytes.length)
        cloud.answer(400)
        yield* eventually("the end", () => states().at(-1) === "failed")
        assert.strictEqual(told.at(-1)?.error?.code, "refused")
        assert.deepStrictEqual(states(), ["waiting", "waiting", "uploading", "waiting", "uploading", "failed"])
        assert.isFalse(existsSync(path))
      }),
    patience
  )
})
