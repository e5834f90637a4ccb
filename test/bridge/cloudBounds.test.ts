import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { bridgeAddress } from "@fleet/bridge/cloud/CloudSocket"
import { Dwell } from "@fleet/bridge/cloud/Dwell"
import { readFrame } from "@fleet/bridge/cloud/Incoming"
import { isKept, keyOfMessage, laneOfMessage } from "@fleet/bridge/cloud/Lanes"
import { OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { ConnectFailed, SocketClosed } from "@fleet/bridge/cloud/CloudSocket"
import { fromClose, fromHelloError, unreachable } from "@fleet/bridge/cloud/SessionErrors"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { launch, newJobId, started, temporaryDirectory } from "./support/bridge.ts"
import { passUntil, settle, startCloud } from "./support/FakeCloud.ts"
import { FakeRobot } from "./support/FakeRobot.ts"

const make = (buffered: number) => {
  const sent: Array<string> = []
  const refused: Array<readonly [string, number]> = []
  const outbox = new OutboxQueue(
    () => 0,
    (what, bytes) => refused.push([what, bytes])
  )
  const line = { buffered }
  outbox.attach({
    send: (text) => sent.push(text),
    bufferedAmount: () => line.buffered
  })
  return { outbox, sent, refused, line }
}

const sample = (slug: string, json = "0") => ({ slug, json, timestampMs: 0 })

describe("the outbox", () => {
  it.each([
    [32_767, 1],
    [32_768, 0]
  ])("with %d unwritten bytes sends %d more frames", (buffered, count) => {
    const { outbox, sent } = make(buffered)
    outbox.sample(sample("battery"))
    assert.lengthOf(sent, count)
  })

  it.each([
    [4096, 1],
    [4097, 0]
  ])("with %d unwritten bytes replays %d samples", (buffered, count) => {
    const { outbox, sent } = make(buffered)
    outbox.backlog.keep(sample("battery"))
    outbox.replay(10)
    assert.lengthOf(sent, count)
  })

  it("replays as many as it is asked to, none while anything waits, and none without a connection", () => {
    const { outbox, sent, line } = make(0)
    for (let at = 0; at < 5; at++) outbox.backlog.keep(sample("battery"))
    outbox.replay(0)
    assert.isEmpty(sent)
    outbox.replay(2)
    assert.lengthOf(sent, 2)
    line.buffered = 40_000
    outbox.sample(sample("pose"))
    line.buffered = 0
    outbox.replay(2)
    assert.lengthOf(sent, 2)
    outbox.detach()
    outbox.replay(2)
    assert.lengthOf(sent, 2)
  })

  it.each(["x", "é", "世"])("sends a frame of 1 MiB and refuses one more byte: of %s", (character) => {
    const { outbox, sent, refused } = make(0)
    const empty = Buffer.byteLength(`{"type":"datapoint","slug":"aa","value":"","timestamp_ms":0}`)
    const room = 1_048_576 - empty
    const wide = Buffer.byteLength(character)
    const text = character.repeat(Math.floor(room / wide)) + "x".repeat(room % wide)
    outbox.sample(sample("aa", JSON.stringify(text)))
    assert.lengthOf(sent, 1)
    assert.strictEqual(Buffer.byteLength(sent[0]!), 1_048_576)
    assert.isEmpty(refused)
    outbox.sample(sample("aa", JSON.stringify(`${text}x`)))
    assert.lengthOf(sent, 1)
    assert.deepStrictEqual(refused, [["datapoint aa", 1_048_577]])
  })

  it("keeps nothing that is too large to be sent", () => {
    const { outbox, refused } = make(0)
    outbox.detach()
    outbox.sample(sample("aa", JSON.stringify("x".repeat(1_048_576))))
    assert.lengthOf(refused, 1)
    assert.strictEqual(outbox.backlog.size, 0)
  })

  it("forgets what was written: it is not sent again", () => {
    const sent: Array<string> = []
    const { outbox } = make(0)
    outbox.attach({ send: (text, written) => (sent.push(text), written()), bufferedAmount: () => 0 })
    outbox.sample(sample("aa"))
    outbox.backlog.keep(sample("bb"))
    outbox.replay(1)
    outbox.detach()
    assert.lengthOf(sent, 2)
    assert.strictEqual(outbox.backlog.size, 0)
    assert.isFalse(outbox.attached)
  })

  it("does not count what an older connection writes late", () => {
    const late: Array<() => void> = []
    const { outbox } = make(0)
    outbox.attach({ send: (_, written) => late.push(written), bufferedAmount: () => 0 })
    outbox.sample(sample("aa"))
    outbox.attach({ send: () => undefined, bufferedAmount: () => 0 })
    outbox.replay(1)
    for (const written of late) written()
    outbox.detach()
    assert.strictEqual(outbox.backlog.size, 1)
  })
})

const job = { job_id: newJobId(), slug: "dock", feedback: null, progress: null, result: null, error: null } as const
const update = (state: "running" | "succeeded" | "failed" | "cancelled"): BridgeMessage => ({
  type: "job_update",
  ...job,
  state,
  origin: "platform",
  goal_id: null,
  timestamp_ms: 0
})

const graph = { topics: [], services: [], actions: [], captured_at_ms: 0 }

describe("a message to the cloud", () => {
  const table: ReadonlyArray<readonly [BridgeMessage, string, string | undefined, boolean]> = [
    [{ type: "hello", protocol_version: 5, token: "t", bridge_version: "1" }, "link", undefined, false],
    [{ type: "pong", ts_ms: 1 }, "link", undefined, false],
    [{ type: "link_mode", low_bandwidth: true, reason: "lag", at_ms: 1 }, "link", "link_mode", false],
    [{ type: "config_applied", version: 7, ok: true, errors: [] }, "outcome", "config_applied 7", false],
    [update("running"), "outcome", `job ${job.job_id}`, false],
    [update("succeeded"), "outcome", `job ${job.job_id}`, true],
    [update("failed"), "outcome", `job ${job.job_id}`, true],
    [update("cancelled"), "outcome", `job ${job.job_id}`, true],
    [{ type: "job_lost", job_ids: [job.job_id] }, "outcome", undefined, true],
    [{ type: "job_status", request_id: "r", jobs: [], unknown_job_ids: [] }, "outcome", undefined, false],
    [{ type: "cancel_result", request_id: "r", slug: "dock", goals: [], error: null }, "outcome", undefined, false],
    [{ type: "datapoint", slug: "aa", value: 1, timestamp_ms: 1 }, "live", undefined, false],
    [
      {
        type: "camera_state",
        slug: "front",
        publishing: true,
        error: null,
        cause: "source",
        observed_at_ms: 1,
        request_id: null
      },
      "live",
      undefined,
      false
    ],
    [{ type: "introspect", request_id: "r", graph }, "answer", undefined, false],
    [{ type: "type_definitions", request_id: "r", definitions: [], unresolved: [] }, "answer", undefined, false],
    [{ type: "assets_available", urdf: true, meshes: [] }, "answer", "assets_available", false],
    [
      { type: "asset_progress", sync_id: "s", done: 0, total: 1, failed: [], state: "running" },
      "answer",
      undefined,
      false
    ]
  ]

  it.each(table)("has its place: %j", (message, lane, key, keep) => {
    assert.deepStrictEqual([laneOfMessage(message), keyOfMessage(message), isKept(message)], [lane, key, keep])
  })
})

describe("the dwell", () => {
  it("counts the newest 2000 of a second", () => {
    const dwell = new Dwell()
    for (let index = 0; index < 2000; index++) dwell.record(index < 100 ? 0 : 5, 0)
    assert.strictEqual(dwell.p95(0, []), 5)
    for (let index = 0; index < 1900; index++) dwell.record(9, 0)
    assert.strictEqual(dwell.p95(0, []), 9)
    const other = new Dwell()
    for (let index = 0; index < 2000; index++) other.record(index, 0)
    assert.strictEqual(other.p95(0, []), 1899)
    other.record(5000, 0)
    assert.strictEqual(other.p95(0, []), 1900)
  })

  it("begins a second after 1000 ms, and when the clock was set back", () => {
    const dwell = new Dwell()
    dwell.record(10, 0)
    dwell.record(20, 999)
    dwell.record(1, 1000)
    assert.strictEqual(dwell.p95(4999, []), 20)
    assert.strictEqual(dwell.p95(5000, []), 1)
    dwell.record(3, 500)
    assert.strictEqual(dwell.p95(500, []), 3)
  })
})

describe("a frame from the cloud", () => {
  it.each([
    ["", "not a JSON object with a type"],
    ["[]", "not a JSON object with a type"],
    ["null", "not a JSON object with a type"],
    ['"type"', "not a JSON object with a type"],
    ['{"typ":1}', "not a JSON object with a type"],
    ['{"type":5}', "not a JSON object with a type"],
    ['{"type":["ping"],"ts_ms":1}', "not a JSON object with a type"],
    ['{"type":{"toString":null,"valueOf":null}}', "not a JSON object with a type"],
    ['{"type":"ping"}', 'ping: Missing key\n  at ["ts_ms"]']
  ])("that breaks the contract is malformed: %s", (text, reason) => {
    assert.deepStrictEqual(readFrame(text), { kind: "malformed", reason })
  })

  it.each(["constructor", "dance", ""])("of a type this version does not know is unknown: %s", (type) => {
    assert.deepStrictEqual(readFrame(JSON.stringify({ type, ts_ms: 1 })), { kind: "unknown", type })
  })

  it("is a message, with what this version knows of it", () => {
    const message = { type: "ping", ts_ms: 1, latency_ms: null, lag_ms: 2.5 } as const
    assert.deepStrictEqual(readFrame(JSON.stringify({ ...message, extra: 1 })), { kind: "message", message })
  })
})

describe("the bridge's address", () => {
  it.each([
    ["https://fleet.example", "wss://fleet.example/bridge"],
    ["HTTP://fleet.example/", "ws://fleet.example/bridge"],
    ["http://fleet.example/cloud//", "ws://fleet.example/cloud/bridge"],
    ["wss://fleet.example/bridge", "wss://fleet.example/bridge"],
    ["https://fleet.example/bridge/", "wss://fleet.example/bridge"],
    ["https://bridge.example/http", "wss://bridge.example/http/bridge"]
  ])("below %s is %s", (base, expected) => {
    assert.strictEqual(bridgeAddress(base), expected)
  })
})

describe("the end of a session", () => {
  const told = (code: number, reason = "") => fromClose(new SocketClosed({ code, reason }))

  it.each([
    [4000, "", "BridgeEnded", "Another bridge connected with this robot's token and took over."],
    [4004, "", "BridgeEnded", "The robot was deleted."],
    [4005, "", "BridgeEnded", "The robot's token was rotated. Start the bridge with the new one."],
    [1012, "", "SessionLost", "the cloud is restarting"],
    [1006, "", "SessionLost", "the connection ended (1006)"],
    [4003, "pings", "SessionLost", "the connection ended (4003: pings)"]
  ])("with %d %s is %s: %s", (code, reason, tag, message) => {
    const end = told(code, reason)
    assert.deepStrictEqual([end._tag, end.message], [tag, message])
  })

  it.each([
    ["invalid_token", "BridgeEnded", undefined],
    ["bridge_too_old", "SessionLost", true],
    ["protocol_mismatch", "SessionLost", true],
    ["org_locked", "SessionLost", true],
    ["invalid_frame", "SessionLost", false]
  ] as const)("after %s is %s, to be acted on first: %s", (code, tag, mustAct) => {
    const end = fromHelloError(code, "why")
    assert.strictEqual(end._tag, tag)
    assert.include(end.message, "why")
    if (end._tag === "SessionLost") assert.strictEqual(end.mustAct, mustAct)
  })

  it("before it began passes on how long to wait", () => {
    const end = unreachable(new ConnectFailed({ message: "503", retryAfterMs: 7 }))
    assert.deepStrictEqual([end.message, end.mustAct, end.retryAfterMs], ["the cloud cannot be reached: 503", false, 7])
  })
})

describe("the waits between connections", () => {
  const refusals = 5

  it.effect.each([
    [9999, 15_000, 40_000],
    [10_000, 1000, 8000]
  ] as const)("after one that held %d ms are from %d to %d ms", ([heldMs, leastMs, mostMs]) =>
    Effect.gen(function* () {
      const cloud = yield* startCloud
      const { greeting } = cloud
      cloud.greeting = [{ type: "hello_error", code: "invalid_frame", message: "no" }]
      yield* launch(cloud, new FakeRobot(), yield* temporaryDirectory)
      yield* cloud.sees("hello")
      yield* passUntil("refusals", () => cloud.all("hello").length === refusals)
      cloud.greeting = "silence"
      yield* passUntil("a hello to accept", () => cloud.all("hello").length > refusals)
      // The clock stands still from here, so that it is known how long the connection holds.
      assert.isArray(greeting)
      for (const message of greeting as ReadonlyArray<CloudMessage>) cloud.send(message)
      cloud.greeting = greeting
      yield* cloud.sees("link_mode")
      yield* settle
      yield* TestClock.adjust(heldMs)
      yield* settle
      cloud.close(1012)
      yield* settle
      const hellos = cloud.all("hello").length
      const from = yield* Clock.currentTimeMillis
      yield* passUntil("the next hello", () => cloud.all("hello").length > hellos)
      const waited = (yield* Clock.currentTimeMillis) - from
      assert.isTrue(waited >= leastMs && waited < mostMs, `${waited}`)
    })
  )
})

describe("a stamp of the robot that is ahead of time", () => {
  it.effect("is sent as it is", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      const ahead = Date.UTC(2099, 0, 1)
      robot.emit("/battery", { percentage: 0.5 }, ahead)
      assert.strictEqual((yield* cloud.sees("datapoint")).timestamp_ms, ahead)
    })
  )
})
