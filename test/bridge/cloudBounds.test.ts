import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { finalCloseCodes } from "@fleet/bridge-protocol/CloseCodes"
import { bridgeAddress, ConnectFailed, SocketClosed } from "@fleet/bridge/cloud/CloudSocket"
import { Dwell } from "@fleet/bridge/cloud/Dwell"
import { readFrame } from "@fleet/bridge/cloud/Incoming"
import { isKept, keyOfMessage, laneOfMessage } from "@fleet/bridge/cloud/Lanes"
import { fromClose, fromHelloError, helloTimeout, silence, unreachable } from "@fleet/bridge/cloud/SessionErrors"
import { assert, describe, it } from "@effect/vitest"
import { newJobId } from "./support/jobIds.ts"

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

  it.each(table)("a message to the cloud has its place: %j", (message, lane, key, keep) => {
    assert.deepStrictEqual([laneOfMessage(message), keyOfMessage(message), isKept(message)], [lane, key, keep])
  })
})

describe("the dwell", () => {
  it("the dwell counts the newest 2000 of a second", () => {
    const dwell = new Dwell()
    for (let index = 0; index < 2000; index++) dwell.record(9, 10_000 + index / 4)
    for (let index = 0; index < 1900; index++) dwell.record(0, 10_500)
    assert.strictEqual(dwell.p95(10_999, []), 0)
    const first = new Dwell()
    for (let index = 0; index < 2000; index++) first.record(index < 1900 ? 0 : 9, 10_000)
    assert.strictEqual(first.p95(10_000, []), 0)
    first.record(9, 10_000)
    assert.strictEqual(first.p95(10_000, []), 9)
  })

  it("the dwell begins a second after 1000 ms, and when the clock was set back", () => {
    const dwell = new Dwell()
    dwell.record(10, 0)
    dwell.record(20, 999)
    dwell.record(1, 1000)
    assert.strictEqual(dwell.p95(4999, []), 20)
    assert.strictEqual(dwell.p95(5000, []), 1)
    dwell.record(30, 1100)
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
  ])("a frame from the cloud that breaks the contract is malformed: %s", (text, reason) => {
    assert.deepStrictEqual(readFrame(text), { kind: "malformed", reason })
  })

  it.each(["constructor", "dance", ""])(
    "a frame from the cloud of a type this version does not know is unknown: %s",
    (type) => {
      assert.deepStrictEqual(readFrame(JSON.stringify({ type, ts_ms: 1 })), { kind: "unknown", type })
    }
  )

  it("a frame from the cloud is a message, with what this version knows of it", () => {
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
    ["https://bridge.example/http", "wss://bridge.example/http/bridge"],
    ["wss://http.example", "wss://http.example/bridge"]
  ])("the bridge's address below %s is %s", (base, expected) => {
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
  ])("the end of a session with %d %s is %s: %s", (code, reason, tag, message) => {
    const end = told(code, reason)
    assert.deepStrictEqual([end._tag, end.message], [tag, message])
  })

  it("the end of a session is for good with each code that the protocol calls final, and with no other", () => {
    const codes = Array.from({ length: 100 }, (_, index) => 4000 + index)
    assert.deepStrictEqual(
      codes.filter((code) => told(code)._tag === "BridgeEnded"),
      finalCloseCodes
    )
  })

  it.each([
    ["invalid_token", "BridgeEnded", "The cloud does not know this token: why", undefined],
    ["bridge_too_old", "SessionLost", "the cloud refuses this bridge's version: why", true],
    ["protocol_mismatch", "SessionLost", "the cloud refuses this bridge's version: why", true],
    ["org_locked", "SessionLost", "the robot's organization is locked: why", true],
    ["invalid_frame", "SessionLost", "the cloud refused the hello (invalid_frame): why", false]
  ] as const)("the end of a session after %s is %s: %s; to be acted on first: %s", (code, tag, message, mustAct) => {
    const end = fromHelloError(code, "why")
    assert.deepStrictEqual([end._tag, end.message], [tag, message])
    if (end._tag === "SessionLost") assert.deepStrictEqual([end.mustAct, end.retryAfterMs], [mustAct, 0])
  })

  it("the end of a session for want of an answer or of any frame says so, and may be followed by another at once", () => {
    assert.deepStrictEqual(
      [helloTimeout, silence].map(({ message, mustAct, retryAfterMs }) => [message, mustAct, retryAfterMs]),
      [
        ["the cloud did not answer the hello within 10 seconds", false, 0],
        ["nothing came from the cloud for 30 seconds", false, 0]
      ]
    )
  })

  it("the end of a session before it began passes on how long to wait", () => {
    const end = unreachable(new ConnectFailed({ message: "503", retryAfterMs: 7 }))
    assert.deepStrictEqual([end.message, end.mustAct, end.retryAfterMs], ["the cloud cannot be reached: 503", false, 7])
  })
})
