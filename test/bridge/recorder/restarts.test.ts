import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Outbox } from "@fleet/bridge/cloud/Outbox"
import { LinkModes } from "@fleet/bridge/engine/link/LinkModes"
import { makeHeldRecordings } from "@fleet/bridge/engine/recorder/HeldRecordings"
import { RecordingFiles } from "@fleet/bridge/engine/recorder/RecordingFiles"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { RecordingId } from "@fleet/domain/Recordings"
import { randomUUID } from "node:crypto"
import { configure, doc, invokeDock, launch, temporaryDirectory } from "../support/bridge.ts"
import { eventually, passUntil, settle } from "../support/FakeCloud.ts"
import { ask, documentOf, readMcap, recording, toldOf } from "./world.ts"
import { drive } from "./drive.ts"

const patience = 60_000
const day = 24 * 3600 * 1000

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

const link = LinkModes.of({
  ceilingHz: () => undefined,
  cameras: () => null,
  onLag: () => {},
  configure: () => {},
  state: () => ({ lagMs: null, lowBandwidth: false }),
  announce: () => {}
})

const surroundings = (folder: string) =>
  RecordingFiles.layer(folder).pipe(
    Layer.provideMerge([Outbox.layer, Layer.succeed(LinkModes, link), NodeServices.layer])
  )

/** A recording that is cut, and whose bridge was stopped before it was stored. */
const stopped = Effect.gen(function* () {
  const world = yield* recording()
  const { cloud, fiber, folder, robot, uploads } = world
  uploads.answer = () => new Promise(() => {})
  yield* drive(cloud, robot, 3)
  const id = ask(cloud, uploads, 3_000)
  yield* passUntil("the upload", () => uploads.uploads.length === 1)
  yield* Fiber.interrupt(fiber)
  writeFileSync(`${folder}/half.part`, "half of a file")
  assert.lengthOf(filesIn(folder), 2)
  return { ...world, id }
})

const again = Effect.fnUntraced(function* ({ cloud, directory, robot }: Effect.Success<typeof stopped>) {
  const fiber = yield* launch(cloud, robot, directory)
  yield* eventually("the next hello", () => cloud.all("link_mode").length > 1)
  return fiber
})

describe("files of recordings", () => {
  it.effect(
    "files of recordings are found after a restart by who asks for them, though the configuration has no recorder",
    () =>
      Effect.gen(function* () {
        const world = yield* stopped
        yield* again(world)
        const { cloud, folder, id, uploads } = world
        assert.lengthOf(filesIn(folder), 1)
        uploads.answer = async () => [201, {}]
        ask(cloud, uploads, 3_000, { id })
        yield* passUntil("an empty folder", () => filesIn(folder).length === 0)
        const [first, second] = uploads.uploads
        assert.isTrue(first!.bytes.equals(second!.bytes))
        assert.deepInclude(toldOf(cloud, id).at(-1), { state: "uploading", from_ms: 0, to_ms: 5_000 })
      }),
    patience
  )

  it.effect("files of recordings that nobody asks for are removed after a day, and are three at most", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryDirectory
      for (let index = 0; index < 4; index++) writeFileSync(`${folder}/${randomUUID()}_0_1.mcap`, "a file")
      yield* Effect.gen(function* () {
        const files = yield* RecordingFiles
        const held = yield* makeHeldRecordings
        for (const { ageMs, file, id } of yield* files.load) yield* held.adopt(id, file, ageMs)
      }).pipe(Effect.provide(surroundings(folder)))
      assert.lengthOf(filesIn(folder), 3)
      yield* TestClock.adjust(day - 1)
      yield* settle
      assert.lengthOf(filesIn(folder), 3)
      yield* TestClock.adjust(1)
      yield* eventually("an empty folder", () => filesIn(folder).length === 0)
    })
  )

  it.effect("files of recordings that cannot be written say why, and leave nothing", () =>
    Effect.gen(function* () {
      const { cloud, folder, uploads } = yield* recording({ after_seconds: 0 })
      const failure = Effect.fnUntraced(function* (id: RecordingId) {
        ask(cloud, uploads, 0, { id })
        return yield* passUntil(
          "its end",
          () => toldOf(cloud, id).find(({ state }) => state === "failed")?.error ?? false
        )
      })
      const full = RecordingId.make(randomUUID())
      mkdirSync(folder)
      symlinkSync("/dev/full", `${folder}/${full}.part`)
      const noSpace = yield* failure(full)
      assert.strictEqual(noSpace.code, "write_failed")
      assert.include(noSpace.message, "ENOSPC")
      assert.deepStrictEqual(filesIn(folder), [])
    })
  )

  it.effect("files of recordings whose folder is none say so", () =>
    Effect.gen(function* () {
      const { cloud, folder, uploads } = yield* recording({ after_seconds: 0 })
      writeFileSync(folder, "a file")
      const id = ask(cloud, uploads, 0)
      const told = yield* passUntil("its end", () => toldOf(cloud, id).find(({ state }) => state === "failed"))
      assert.strictEqual(told.error?.code, "write_failed")
      assert.include(told.error?.message, folder)
    })
  )
})

describe("recordings that failed", () => {
  it.effect("recordings that failed are remembered with their reasons, the last twenty", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryDirectory
      yield* Effect.gen(function* () {
        const held = yield* makeHeldRecordings
        const ids = Array.from({ length: 21 }, () => RecordingId.make(randomUUID()))
        for (const id of ids) yield* held.refuse(id, { code: "recording_gone", message: "Gone." })
        const known = yield* Effect.forEach(ids, (recording_id) =>
          held.answer({
            type: "recording_request",
            recording_id,
            cause: "request",
            at_ms: 0,
            upload_url: "",
            upload_token: "",
            max_bytes: 1
          })
        )
        assert.deepStrictEqual(
          known,
          ids.map((_, index) => index > 0)
        )
        assert.deepStrictEqual(held.counts(), { held: 0, stored: 0, failed: 21 })
      }).pipe(Effect.provide(surroundings(folder)))
    })
  )
})

/** A bridge with a recorder whose link is lost while a job runs. */
const lost = Effect.gen(function* () {
  const world = yield* recording()
  const { cloud, folder, robot } = world
  yield* configure(cloud, 2, { ...doc, ...documentOf({ before_seconds: 5 }) })
  yield* drive(cloud, robot, 8)
  const job = yield* invokeDock(cloud, robot)
  yield* settle
  cloud.refusal = {}
  cloud.close(1012)
  yield* passUntil("a cut", () => filesIn(folder).find((name) => name.endsWith(".mcap")))
  cloud.refusal = undefined
  yield* passUntil("another hello", () => cloud.all("hello").length > 1)
  return { ...world, job }
})

describe("the cut of a lost link", () => {
  it.effect(
    "the cut of a lost link is given to the recording of the job that was lost, and nothing else is",
    () =>
      Effect.gen(function* () {
        const { cloud, folder, robot, uploads } = yield* lost
        const cutName = filesIn(folder)[0]!
        const [, from = "", to = ""] = /_(\d+)_(\d+)\.mcap$/.exec(cutName) ?? []
        yield* drive(cloud, robot, 15)
        const gone = [
          ask(cloud, uploads, Number(from) - 1, { cause: "job" }),
          ask(cloud, uploads, Number(to) + 1, { cause: "alert" })
        ]
        for (const id of gone) {
          const { error } = yield* cloud.sees("recording_state", ({ recording_id }) => recording_id === id)
          assert.strictEqual(error?.code, "recording_gone")
        }
        // The job counts as lost while the link was.
        const id = ask(cloud, uploads, Number(to) + 1, { cause: "job" })
        yield* passUntil("the upload", () => uploads.uploads.length === 1)
        const { about, messages } = yield* readMcap(uploads.uploads[0]!.bytes)
        assert.strictEqual(about["cause"], "job")
        assert.isNotEmpty(messages)
        assert.isTrue(messages.every(({ atMs }) => atMs >= Number(from) && atMs <= Number(to)))
        assert.deepInclude(toldOf(cloud, id).at(-1), { from_ms: Number(from), to_ms: Number(to) })
        const second = ask(cloud, uploads, Number(from) + 1, { cause: "job" })
        const { error } = yield* cloud.sees("recording_state", ({ recording_id }) => recording_id === second)
        assert.strictEqual(error?.code, "recording_gone")
      }),
    patience
  )

  it.effect(
    "the cut of a lost link is dropped when nobody has asked for it in ten minutes",
    () =>
      Effect.gen(function* () {
        const { folder, job, robot } = yield* lost
        robot.finish(job.goalId, 4)
        yield* settle
        yield* TestClock.adjust(9 * 60_000)
        yield* settle
        assert.lengthOf(filesIn(folder), 1)
        yield* TestClock.adjust(60_000)
        yield* eventually("an empty folder", () => filesIn(folder).length === 0)
      }),
    patience
  )

  it.effect("a lost link leaves no cut where no job runs", () =>
    Effect.gen(function* () {
      const { cloud, folder, robot } = yield* recording({ after_seconds: 0 })
      yield* drive(cloud, robot, 2)
      cloud.close(1012)
      yield* passUntil("another hello", () => cloud.all("hello").length > 1)
      yield* TestClock.adjust("5 seconds")
      yield* settle
      assert.deepStrictEqual(filesIn(folder), [])
    })
  )
})
