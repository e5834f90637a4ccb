import { RecordingId } from "@fleet/domain/Recordings"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { existsSync, readdirSync, statSync } from "node:fs"
import { configure } from "../support/bridge.ts"
import { type FakeCloud, passUntil, settle } from "../support/FakeCloud.ts"
import { drive } from "./drive.ts"
import { ask, documentOf, readMcap, recording, toldOf } from "./world.ts"

const patience = 60_000

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

const statesOf = (cloud: FakeCloud, id: Parameters<typeof toldOf>[1]) => toldOf(cloud, id).map(({ state }) => state)

describe("a recording at the bridge", () => {
  it.effect(
    "a recording at the bridge has the messages from before the instant until after it, and its file goes when it is stored",
    () =>
      Effect.gen(function* () {
        const { cloud, folder, robot, uploads } = yield* recording({ before_seconds: 4 })
        let finish = () => {}
        uploads.answer = () => new Promise((resume) => (finish = () => resume([201, {}])))
        yield* drive(cloud, robot, 10)
        const id = ask(cloud, uploads, 9_500, { cause: "alert" })
        yield* cloud.sees("recording_state")
        yield* drive(cloud, robot, 4)
        yield* passUntil("the upload", () => uploads.uploads.length === 1)

        const [file = ""] = filesIn(folder)
        assert.strictEqual(file, `${id}_6000_11500.mcap`)
        assert.strictEqual(statSync(`${folder}/${file}`).mode & 0o777, 0o600)
        assert.strictEqual(statSync(folder).mode & 0o777, 0o700)
        const { bytes, headers } = uploads.uploads[0]!
        assert.deepInclude(headers, {
          authorization: `Bearer token of ${id}`,
          "x-platform-asset-kind": "recording",
          "x-platform-asset-name-encoded": `${id}.mcap`,
          "x-platform-recording-id": id,
          "x-platform-asset-size": String(bytes.length)
        })
        const { about, channels, messages, profile, schemas } = yield* readMcap(bytes)
        assert.strictEqual(profile, "ros2")
        assert.deepInclude(about, { cause: "alert", at_ms: "9500", config_version: "1", recording_id: id })
        assert.deepStrictEqual(
          messages.map(({ atMs, bytes, samePublished, topic }) => [
            topic,
            atMs,
            Buffer.from(bytes).toString(),
            samePublished
          ]),
          [6, 7, 8, 9, 10, 11].map((second) => ["/odom", second * 1000, `odom ${second * 1000}`, true])
        )
        assert.deepInclude(channels[0], { topic: "/odom", messageEncoding: "cdr" })
        assert.deepInclude(schemas[0], { encoding: "ros2msg", name: "demo/msg/Any" })

        finish()
        yield* passUntil("an empty folder", () => filesIn(folder).length === 0)
        assert.deepStrictEqual(statesOf(cloud, id), ["recording", "waiting", "uploading"])
        assert.deepInclude(toldOf(cloud, id).at(-1), {
          from_ms: 6_000,
          to_ms: 11_500,
          size_bytes: bytes.length,
          error: null
        })
      }),
    patience
  )

  it.effect(
    "a recording at the bridge is answered with its state when it is asked for again, and is not cut twice",
    () =>
      Effect.gen(function* () {
        const { cloud, folder, robot, uploads } = yield* recording()
        uploads.answer = () => new Promise(() => {})
        yield* drive(cloud, robot, 3)
        const id = ask(cloud, uploads, 3_000)
        yield* drive(cloud, robot, 1)
        ask(cloud, uploads, 3_000, { id })
        yield* passUntil("the upload", () => uploads.uploads.length === 1)
        ask(cloud, uploads, 3_000, { id })
        yield* settle
        assert.deepStrictEqual(statesOf(cloud, id), ["recording", "recording", "waiting", "uploading", "uploading"])
        assert.lengthOf(filesIn(folder), 1)
      }),
    patience
  )

  it.effect(
    "recordings at the bridge may overlap, and are uploaded one after the other",
    () =>
      Effect.gen(function* () {
        const { cloud, robot, uploads } = yield* recording({ before_seconds: 4 })
        const finish: Array<() => void> = []
        uploads.answer = () => new Promise((resume) => finish.push(() => resume([201, {}])))
        yield* drive(cloud, robot, 6)
        const first = ask(cloud, uploads, 6_000)
        yield* cloud.sees("recording_state")
        yield* drive(cloud, robot, 1)
        const second = ask(cloud, uploads, 7_000)
        yield* cloud.sees("recording_state", ({ recording_id }) => recording_id === second)
        yield* drive(cloud, robot, 3)
        yield* passUntil("the first upload", () => uploads.uploads.length === 1)
        yield* drive(cloud, robot, 3)
        assert.strictEqual(uploads.begun, 1)
        assert.strictEqual(toldOf(cloud, second).at(-1)?.state, "waiting")
        finish[0]!()
        yield* passUntil("the second upload", () => uploads.uploads.length === 2)
        const times = yield* Effect.forEach(uploads.uploads, ({ bytes }) =>
          Effect.map(readMcap(bytes), ({ messages }) => messages.map(({ atMs }) => atMs / 1000))
        )
        assert.deepStrictEqual(times, [
          [2, 3, 4, 5, 6, 7, 8],
          [3, 4, 5, 6, 7, 8, 9]
        ])
        assert.deepStrictEqual(
          uploads.uploads.map(({ headers }) => headers["x-platform-recording-id"]),
          [first, second]
        )
      }),
    patience
  )

  it.effect(
    "recordings at the bridge are three at most; a fourth is too many until one of them is cancelled",
    () =>
      Effect.gen(function* () {
        const { cloud, folder, robot, uploads } = yield* recording()
        uploads.answer = () => new Promise(() => {})
        yield* drive(cloud, robot, 2)
        for (let count = 0; count < 3; count++) ask(cloud, uploads, 2_000)
        const fourth = ask(cloud, uploads, 2_000)
        yield* cloud.sees("recording_state", ({ recording_id }) => recording_id === fourth)
        assert.deepInclude(toldOf(cloud, fourth)[0], { state: "failed", from_ms: null, size_bytes: null })
        assert.strictEqual(toldOf(cloud, fourth)[0]?.error?.code, "too_many")
        yield* passUntil("the upload", () => uploads.uploads.length === 1)

        // One is being uploaded, the others wait.
        const uploading = RecordingId.make(String(uploads.uploads[0]!.headers["x-platform-recording-id"]))
        cloud.send({ type: "recording_cancel", recording_id: uploading })
        yield* passUntil("the next upload", () => uploads.uploads.length === 2)
        assert.lengthOf(filesIn(folder), 2)
        const fifth = ask(cloud, uploads, yield* Clock.currentTimeMillis)
        yield* cloud.sees("recording_state", ({ recording_id }) => recording_id === fifth)
        cloud.send({ type: "recording_cancel", recording_id: fifth })
        yield* settle
        yield* drive(cloud, robot, 4)
        assert.deepStrictEqual(statesOf(cloud, fifth), ["recording"])
        assert.lengthOf(filesIn(folder), 2)
      }),
    patience
  )

  it.effect("a recording at the bridge fails when its time is gone, or when there is no recorder", () =>
    Effect.gen(function* () {
      const { cloud, robot, uploads } = yield* recording({ before_seconds: 2 })
      yield* drive(cloud, robot, 6)
      const codeOf = Effect.fnUntraced(function* (atMs: number) {
        const id = ask(cloud, uploads, atMs)
        const { error } = yield* cloud.sees("recording_state", ({ recording_id }) => recording_id === id)
        cloud.send({ type: "recording_cancel", recording_id: id })
        return error?.code
      })
      assert.strictEqual(yield* codeOf(3_999), "recording_gone")
      assert.isUndefined(yield* codeOf(4_001))
      assert.isUndefined(yield* codeOf(99_000), "a clock that is behind")
      yield* configure(cloud, 2, { platform: 1 })
      assert.strictEqual(yield* codeOf(6_000), "no_recorder")
    })
  )

  it.effect("a recorder that is removed ends its cut, and listens to nothing", () =>
    Effect.gen(function* () {
      const { cloud, robot, uploads } = yield* recording({ after_seconds: 100 })
      yield* drive(cloud, robot, 3)
      const id = ask(cloud, uploads, 3_000)
      yield* drive(cloud, robot, 1)
      assert.deepStrictEqual([robot.listeners("/odom"), robot.listeners("/scan")], [1, 1])
      yield* configure(cloud, 2, { platform: 1 })
      assert.deepStrictEqual([robot.listeners("/odom"), robot.listeners("/scan")], [0, 0])
      yield* passUntil("the upload", () => uploads.uploads.length === 1)
      assert.deepInclude(toldOf(cloud, id).at(-1), { from_ms: 0, to_ms: 4_000 })
    })
  )

  it.effect(
    "a recording at the bridge waits while the link is slow",
    () =>
      Effect.gen(function* () {
        const { cloud, robot, uploads } = yield* recording()
        yield* configure(cloud, 2, { ...documentOf({}), low_bandwidth: { mode: "on" } })
        const id = ask(cloud, uploads, 0)
        yield* drive(cloud, robot, 20)
        assert.strictEqual(uploads.begun, 0)
        assert.deepStrictEqual(statesOf(cloud, id), ["recording", "waiting"])
        yield* configure(cloud, 3, { ...documentOf({}), low_bandwidth: { mode: "off" } })
        yield* passUntil("the upload", () => uploads.uploads.length === 1)
      }),
    patience
  )

  it.effect(
    "an upload that the cloud cannot take now is tried again; one that it refuses says why",
    () =>
      Effect.gen(function* () {
        const { cloud, folder, robot, uploads } = yield* recording()
        const answers = [
          [503, {}],
          [409, { code: "plan_limit", message: "Full.", details: { store_bytes: 5, used_bytes: 5, size_bytes: 1 } }]
        ] as const
        uploads.answer = async () => answers[uploads.uploads.length - 1] ?? [500, {}]
        const id = ask(cloud, uploads, 0)
        yield* drive(cloud, robot, 4)
        const failed = yield* passUntil("its end", () => toldOf(cloud, id).find(({ state }) => state === "failed"))
        assert.lengthOf(uploads.uploads, 2)
        assert.isTrue(uploads.uploads[0]!.bytes.equals(uploads.uploads[1]!.bytes))
        assert.strictEqual(failed.error?.code, "refused")
        assert.deepStrictEqual(failed.error?.details, { store_bytes: 5, used_bytes: 5, size_bytes: 1 })
        assert.deepStrictEqual(filesIn(folder), [])
        ask(cloud, uploads, 0, { id })
        yield* passUntil(
          "the same answer",
          () => statesOf(cloud, id).filter((state) => state === "failed").length === 2
        )
      }),
    patience
  )

  it.effect(
    "an upload of 413 is too_large, and a file over what the cloud takes is not sent",
    () =>
      Effect.gen(function* () {
        const { cloud, robot, uploads } = yield* recording()
        uploads.answer = async () => [413, {}]
        yield* drive(cloud, robot, 1)
        const id = ask(cloud, uploads, 0)
        const failed = yield* passUntil("its end", () => toldOf(cloud, id).find(({ state }) => state === "failed"))
        assert.strictEqual(failed.error?.code, "too_large")
        assert.strictEqual(uploads.begun, 1)
        const tiny = ask(cloud, uploads, 0, { maxBytes: 10 })
        const refused = yield* passUntil("its end", () => toldOf(cloud, tiny).find(({ state }) => state === "failed"))
        assert.strictEqual(refused.error?.code, "too_large")
        assert.strictEqual(uploads.begun, 1)
      }),
    patience
  )
})
