import { assert, layer } from "@effect/vitest"
import { McapIndexedReader } from "@mcap/core"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { call, refusal } from "../../support/wire.ts"
import { auditOf, eventually } from "../jobs/world.ts"
import { anApp, anOrgWithRobot } from "../world.ts"
import {
  aConnectedRecorder,
  anMcap,
  aRobotWithRecorder,
  publishSource,
  RecordingsApp,
  say,
  sourceOf,
  uploadRecording
} from "./world.ts"

const download = Effect.fnUntraced(function* (url: string, headers: Record<string, string> = {}) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    const answer = await fetch(url.startsWith("http") ? url : base + url, { headers })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  })
})

/** How many messages an MCAP file has. */
const messagesOf = (bytes: Buffer) =>
  Effect.promise(async () => {
    const reader = await McapIndexedReader.Initialize({
      readable: {
        size: async () => BigInt(bytes.length),
        read: async (offset, length) => bytes.subarray(Number(offset), Number(offset + length))
      }
    })
    let messages = 0
    for await (const message of reader.readMessages()) messages += message.data.length > 0 ? 1 : 0
    return messages
  })

layer(RecordingsApp, { timeout: "60 seconds", excludeTestServices: true })("recordings", (it) => {
  it.effect("a recording is asked for, reported, uploaded, listed, downloaded and deleted", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRecorder({ max_bytes: 2_000_000, before_seconds: 5, after_seconds: 0 })
      const { as, bridge, cut, drop, get, list, path, robot } = world
      const console = yield* connectRealtime(as)
      console.send({ type: "org_event_subscribe" })
      yield* console.next("org_event_replay")
      const asked = yield* cut
      assert.strictEqual(asked.status, 202)
      const { at_ms, created_at, id, updated_at } = asked.body
      const requested = {
        id,
        robot_id: robot.id,
        state: "requested",
        cause: { kind: "request", ref: null },
        at_ms,
        from_ms: null,
        to_ms: null,
        size_bytes: null,
        asset_id: null,
        error: null,
        created_at,
        updated_at
      }
      assert.deepStrictEqual(asked.body, requested)
      const { upload_token, ...frame } = yield* bridge.next("recording_request")
      assert.deepStrictEqual(
        { ...frame },
        {
          type: "recording_request",
          recording_id: id,
          cause: "request",
          at_ms,
          upload_url: "http://cloud.example/api/bridge/assets",
          max_bytes: 2_000_000
        }
      )
      for (const [said, rest] of [
        ["recording", {}],
        ["waiting", { from_ms: at_ms - 5000, to_ms: at_ms, size_bytes: 900 }],
        ["uploading", {}]
      ] as const) {
        yield* say(bridge, id, said, rest)
        const now = yield* eventually(get(id), (body) => body.state === said)
        if (said !== "recording")
          assert.deepInclude(now, { from_ms: at_ms - 5000, to_ms: at_ms, size_bytes: 900, asset_id: null })
      }
      assert.deepStrictEqual(refusal(yield* call("GET", `${path}/recordings/${id}/file`, { as })), [404, "not_found"])

      const bytes = yield* anMcap(3)
      const stored = yield* uploadRecording({ recording_id: id, upload_token }, { bytes })
      assert.strictEqual(stored.status, 201)
      assert.deepInclude(stored.body, { kind: "recording", name: `${id}.mcap`, media_type: "application/octet-stream" })
      const [listed] = yield* list
      assert.deepStrictEqual(listed, yield* get(id))
      assert.deepInclude(listed, {
        state: "stored",
        asset_id: stored.body.id,
        size_bytes: bytes.length,
        from_ms: at_ms - 5000,
        error: null
      })
      const files = yield* call("GET", `${path}/assets`, { as })
      // A viewer of the model gets no recordings with it.
      assert.deepStrictEqual(files.body.assets, [])
      assert.deepStrictEqual((yield* call("POST", `${path}/assets/links`, { as })).body.links, [])
      assert.strictEqual(files.body.store.used_bytes, bytes.length)

      const file = yield* download(`${path}/recordings/${id}/file`, { authorization: `Bearer ${as}` })
      assert.strictEqual(file.answer.headers.get("content-type"), "application/octet-stream")
      assert.strictEqual(file.answer.headers.get("content-disposition"), `attachment; filename="${id}.mcap"`)
      assert.strictEqual(file.answer.headers.get("etag"), `"${stored.body.sha256}"`)
      assert.strictEqual(yield* messagesOf(file.bytes), 3)
      const part = yield* download(`${path}/recordings/${id}/file`, {
        authorization: `Bearer ${as}`,
        range: "bytes=1-4"
      })
      assert.deepStrictEqual([part.answer.status, part.bytes.toString()], [206, "MCAP"])
      const link = yield* call("POST", `${path}/recordings/${id}/link`, { as })
      assert.strictEqual(link.status, 201)
      const linked = yield* download(new URL(link.body.url).pathname)
      assert.isTrue(linked.bytes.equals(bytes))

      assert.strictEqual((yield* drop(id)).status, 204)
      assert.deepStrictEqual(yield* list, [])
      assert.deepStrictEqual(refusal(yield* drop(id)), [404, "not_found"])
      const after = yield* call("GET", `${path}/assets`, { as })
      assert.deepStrictEqual([after.body.assets, after.body.store.used_bytes], [[], 0])
      assert.strictEqual((yield* download(new URL(link.body.url).pathname)).answer.status, 404)

      const rows = yield* auditOf(world, "recording.requested", "recording.deleted")
      assert.deepStrictEqual(
        rows.map(({ action, details, target_id }) => [action, target_id, details.recording_id]),
        [
          ["recording.requested", robot.id, id],
          ["recording.deleted", robot.id, id]
        ]
      )
      const told = (yield* console.settled).filter(({ kind }: any) => kind === "recording") as ReadonlyArray<any>
      assert.deepStrictEqual(
        told.map(({ detail, robot_id, severity, subject }) => [robot_id, severity, subject, detail]),
        [[robot.id, "info", "request", { recording_id: id, state: "stored", cause: { kind: "request", ref: null } }]]
      )
    })
  )

  it.effect("a robot without a recorder, one that is offline and one with three open recordings are refused", () =>
    Effect.gen(function* () {
      const none = yield* aRobotWithRecorder(null)
      assert.deepStrictEqual(refusal(yield* none.cut), [404, "not_found"])
      assert.isFalse((yield* call("GET", `${none.path}/recordings`, { as: none.as })).body.recorder)
      const away = yield* aRobotWithRecorder()
      assert.deepStrictEqual(refusal(yield* away.cut), [409, "robot_offline"])
      assert.isTrue((yield* call("GET", `${away.path}/recordings`, { as: away.as })).body.recorder)
      yield* publishSource(away, sourceOf(null))
      assert.deepStrictEqual(refusal(yield* away.cut), [404, "not_found"])

      const { bridge, cut, get } = yield* aConnectedRecorder()
      for (let made = 0; made < 3; made++) assert.strictEqual((yield* cut).status, 202)
      const busy = yield* cut
      assert.deepStrictEqual([busy.status, busy.body.code, busy.body.details], [409, "busy", { open: 3, limit: 3 }])
      const { recording_id } = yield* bridge.next("recording_request")
      yield* say(bridge, recording_id, "failed", { error: { code: "recording_gone", message: "Too late." } })
      const failed = yield* eventually(get(recording_id), ({ state }) => state === "failed")
      assert.deepStrictEqual(failed.error, { code: "recording_gone", message: "Too late." })
      assert.strictEqual((yield* cut).status, 202)
    })
  )

  it.effect("of many that ask at once three are served", () =>
    Effect.gen(function* () {
      const { cut } = yield* aConnectedRecorder()
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () => cut),
        { concurrency: 6 }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [202, 202, 202, 409, 409, 409])
    })
  )

  it.effect("a bridge that comes back is asked again for what has not ended", () =>
    Effect.gen(function* () {
      const { bridge, connect, drop, get, list, requested } = yield* aConnectedRecorder()
      const first = yield* requested
      const second = yield* requested
      const third = yield* requested
      yield* say(bridge, first.recording_id, "waiting", { from_ms: 1, to_ms: 2, size_bytes: 3 })
      yield* say(bridge, second.recording_id, "failed", { error: { code: "too_many", message: "No room." } })
      yield* eventually(get(second.recording_id), ({ state }) => state === "failed")
      yield* bridge.leave
      assert.strictEqual((yield* drop(third.recording_id)).status, 204)
      const again = yield* connect
      assert.deepStrictEqual(yield* again.next("recording_request"), first)
      yield* again.sync
      assert.deepStrictEqual(
        again.frames.filter(({ type }) => type.startsWith("recording")),
        []
      )
      assert.strictEqual((yield* list).length, 2)
    })
  )

  it.effect("a recording is deleted in each of its states, and a bridge that goes on with it is told", () =>
    Effect.gen(function* () {
      const { bridge, drop, get, list, requested } = yield* aConnectedRecorder()
      for (const said of ["requested", "recording", "waiting", "uploading"] as const) {
        const { recording_id: id, upload_token } = yield* requested
        if (said !== "requested") {
          yield* say(bridge, id, said)
          yield* eventually(get(id), ({ state }) => state === said)
        }
        assert.strictEqual((yield* drop(id)).status, 204, said)
        assert.strictEqual((yield* bridge.next("recording_cancel")).recording_id, id)
        const late = yield* uploadRecording({ recording_id: id, upload_token }, { bytes: yield* anMcap() })
        assert.deepStrictEqual([late.status, late.body.code], [401, "unauthorized"])
        yield* say(bridge, id, "uploading")
        assert.strictEqual((yield* bridge.next("recording_cancel")).recording_id, id)
      }
      const { recording_id: id } = yield* requested
      yield* say(bridge, id, "failed")
      yield* eventually(get(id), ({ state }) => state === "failed")
      assert.strictEqual((yield* drop(id)).status, 204)
      yield* bridge.sync
      assert.deepStrictEqual(
        bridge.frames.filter(({ type }) => type === "recording_cancel"),
        []
      )
      assert.deepStrictEqual(yield* list, [])
    })
  )

  it.effect(
    "a failed report has the words of the contract, and a report of another robot's recording changes nothing",
    () =>
      Effect.gen(function* () {
        const { bridge, get, requested } = yield* aConnectedRecorder()
        const other = yield* aConnectedRecorder()
        const { recording_id: id } = yield* requested
        yield* say(other.bridge, id, "failed", { error: { code: "upload_failed", message: "Mine." } })
        yield* say(other.bridge, crypto.randomUUID(), "waiting")
        yield* other.bridge.next("recording_cancel")
        assert.strictEqual((yield* get(id)).state, "requested")
        yield* say(bridge, id, "failed", { error: { code: "c".repeat(100), message: "" } })
        const { error } = yield* eventually(get(id), ({ state }) => state === "failed")
        assert.deepStrictEqual(error, { code: "c".repeat(40), message: "The bridge gave no reason." })
        // The end stays.
        yield* say(bridge, id, "recording")
        yield* bridge.next("recording_cancel")
        assert.strictEqual((yield* get(id)).state, "failed")
      })
  )

  it.effect(
    "the capability assets reads recordings, developers alone ask for and delete them, and others see nothing",
    () =>
      Effect.gen(function* () {
        const { developer, get, owner, path, requested, robot } = yield* aConnectedRecorder()
        const { recording_id: id, upload_token } = yield* requested
        yield* uploadRecording({ recording_id: id, upload_token }, { bytes: yield* anMcap() })
        const reader = yield* anApp({ owner }, [robot.id], {}, { action_history: false, assets: true })
        const other = yield* anApp({ owner }, [robot.id], { [robot.id]: ["battery"] })
        const stranger = yield* anOrgWithRobot
        const reads = [
          ["GET", `${path}/recordings`, 200],
          ["GET", `${path}/recordings/${id}`, 200],
          ["GET", `${path}/recordings/${id}/file`, 200],
          ["POST", `${path}/recordings/${id}/link`, 201]
        ] as const
        for (const [method, url, status] of reads) {
          for (const as of [reader.key, reader.user, developer.token]) {
            assert.strictEqual((yield* call(method, url, { as })).status, status, url)
          }
          const refused = yield* call(method, url, { as: other.user })
          assert.deepStrictEqual([refused.status, refused.body.code], [403, "capability_required"], url)
          assert.deepStrictEqual(
            refusal(yield* call(method, url, { as: stranger.owner.token })),
            [404, "not_found"],
            url
          )
        }
        // An id of another robot's recording.
        const foreign = `${stranger.path}/recordings/${id}`
        for (const [method, url] of [
          ["GET", foreign],
          ["GET", `${foreign}/file`],
          ["POST", `${foreign}/link`],
          ["DELETE", foreign]
        ] as const) {
          assert.deepStrictEqual(
            refusal(yield* call(method, url, { as: stranger.owner.token })),
            [404, "not_found"],
            url
          )
        }
        for (const [method, url] of [
          ["POST", `${path}/recordings`],
          ["DELETE", `${path}/recordings/${id}`]
        ] as const) {
          for (const as of [reader.key, reader.user]) assert.strictEqual((yield* call(method, url, { as })).status, 401)
          assert.deepStrictEqual(refusal(yield* call(method, url, { as: stranger.owner.token })), [404, "not_found"])
        }
        assert.strictEqual((yield* get(id)).state, "stored")
        assert.strictEqual((yield* call("DELETE", `${path}/recordings/${id}`, { as: developer.token })).status, 204)
      })
  )
})
