import type { BridgeMessage, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import { OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { assert, describe, it } from "@effect/vitest"
import { newJobId } from "./support/jobIds.ts"

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
  ])("the outbox with %d unwritten bytes sends %d more frames", (buffered, count) => {
    const { outbox, sent } = make(buffered)
    outbox.sample(sample("battery"))
    assert.lengthOf(sent, count)
  })

  it.each([
    [4096, 1],
    [4097, 0]
  ])("the outbox with %d unwritten bytes replays %d samples", (buffered, count) => {
    const { outbox, sent } = make(buffered)
    outbox.backlog.keep(sample("battery"))
    outbox.replay(10)
    assert.lengthOf(sent, count)
  })

  it("the outbox replays as many as it is asked to, none while anything waits, and none without a connection", () => {
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

  it.each(["x", "é", "世"])(
    "the outbox sends a sample in a frame of 2 MiB and refuses one more byte: of %s",
    (character) => {
      const { outbox, sent, refused } = make(0)
      const empty = Buffer.byteLength(`{"type":"datapoint","slug":"aa","value":"","timestamp_ms":0}`)
      const room = 2_097_152 - empty
      const wide = Buffer.byteLength(character)
      const text = character.repeat(Math.floor(room / wide)) + "x".repeat(room % wide)
      outbox.sample(sample("aa", JSON.stringify(text)))
      assert.lengthOf(sent, 1)
      assert.strictEqual(Buffer.byteLength(sent[0]!), 2_097_152)
      assert.isEmpty(refused)
      outbox.sample(sample("aa", JSON.stringify(`${text}x`)))
      assert.lengthOf(sent, 1)
      assert.deepStrictEqual(refused, [["datapoint aa", 2_097_153]])
    }
  )

  it("the outbox keeps nothing that is too large to be sent", () => {
    const { outbox, refused } = make(0)
    outbox.detach()
    outbox.sample(sample("aa", JSON.stringify("x".repeat(2_097_152))))
    assert.lengthOf(refused, 1)
    assert.strictEqual(outbox.backlog.size, 0)
  })

  it("the outbox forgets what was written: it is not sent again", () => {
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

  it("the outbox does not count what an older connection writes late", () => {
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

const update: JobUpdate = {
  type: "job_update",
  job_id: newJobId(),
  slug: "dock",
  state: "running",
  origin: "platform",
  goal_id: null,
  feedback: null,
  progress: null,
  result: null,
  error: null,
  timestamp_ms: 0
}

describe("a message that is too large", () => {
  const huge = "x".repeat(1_048_576)

  it("of a job's feedback says how large it would have been", () => {
    const { outbox, sent } = make(0)
    outbox.send({ ...update, feedback: huge })
    const bytes = Buffer.byteLength(JSON.stringify({ ...update, feedback: huge }))
    assert.deepStrictEqual(
      sent.map((frame) => JSON.parse(String(frame))),
      [{ ...update, feedback_omitted: { bytes, limit: 1_048_576 } }]
    )
  })

  it.each<readonly [string, BridgeMessage, ReadonlyArray<string>, number]>([
    ["of a job's feedback is sent without it", { ...update, feedback: huge }, ["job_update"], 1],
    ["of a job's result is not sent", { ...update, state: "succeeded", result: huge }, ["job_update"], 0],
    [
      "of a job's result and feedback is not sent without feedback either",
      { ...update, feedback: 1, result: huge },
      ["job_update", "job_update"],
      0
    ],
    [
      "of a graph is sent up to what the cloud takes",
      { type: "introspect", request_id: huge, graph: { topics: [], services: [], actions: [], captured_at_ms: 0 } },
      [],
      1
    ],
    [
      "that is about no job is not sent",
      { type: "cancel_result", request_id: huge + huge, slug: "dock", goals: [], error: null },
      ["cancel_result"],
      0
    ]
  ])("%s", (_, message, reported, count) => {
    const { outbox, sent, refused } = make(0)
    outbox.send(message)
    assert.deepStrictEqual(
      refused.map(([what]) => what),
      reported
    )
    assert.lengthOf(sent, count)
  })
})
