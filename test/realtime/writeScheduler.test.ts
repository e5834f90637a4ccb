import { assert, describe, it, vi } from "@effect/vitest"
import { WriteScheduler, SocketWriter } from "@fleet/server/realtime/SocketWriter"
import { frameOf, SlowSink } from "./socketWriterWorld.ts"

describe("the writers of many sockets", () => {
  const many = (count: number) => {
    const scheduler = new WriteScheduler()
    const counters = { samples_delivered_total: 0, samples_conflated_total: 0 } as never
    const sockets = Array.from({ length: count }, () => new SlowSink())
    return sockets.map((socket) => ({
      socket,
      writer: new SocketWriter(socket, scheduler, counters, { onTooSlow: () => undefined })
    }))
  }
  const turn = () => new Promise<void>((resume) => setImmediate(resume))

  it("the writers of many sockets share the bytes of the same frames, and only of the same", async () => {
    const [one, two, three, four, five] = many(5)
    const [a, b, c] = [frameOf("a"), frameOf("b"), frameOf("c")]
    for (const [each, frames] of [
      [one!, [a, b]],
      [two!, [a, b]],
      [three!, [a, c]],
      [four!, [a, c, b]],
      [five!, [a, c]]
    ] as const) {
      for (const frame of frames) each.writer.send(frame)
    }
    await turn()
    assert.strictEqual(one!.socket.writes[0], two!.socket.writes[0])
    assert.deepStrictEqual(three!.socket.names, ["a", "c"])
    assert.deepStrictEqual(four!.socket.names, ["a", "c", "b"])
    assert.deepStrictEqual(five!.socket.names, ["a", "c"])
    for (const frame of [a, c, b]) four!.writer.send(frame)
    await turn()
    assert.notStrictEqual(four!.socket.writes[1], four!.socket.writes[0], "what was joined is dropped after its tick")
    two!.writer.send(c)
    await turn()
    assert.strictEqual(two!.socket.writes.at(-1), c, "a single frame is written as it is")
  })

  it("the writers of many sockets ask for one turn together, and for no other once all is written", async () => {
    const asked = vi.spyOn(globalThis, "setImmediate")
    /** Others of this process ask for turns as well. */
    const flushes = () => asked.mock.calls.filter(([called]) => called.name === "flush")
    try {
      for (const { writer } of many(3)) writer.send(frameOf("a"))
      assert.lengthOf(flushes(), 1)
      for (let turns = 0; turns < 2; turns++) {
        await turn()
        assert.lengthOf(flushes(), 1)
      }
    } finally {
      asked.mockRestore()
    }
  })

  it("the writers of many sockets write to 2000 sockets in a turn, and to the rest in the next", async () => {
    const all = many(4_001)
    for (const { writer } of all) writer.send(frameOf("a"))
    const written = () => all.filter(({ socket }) => socket.writes.length === 1).length
    for (const expected of [2_000, 4_000, 4_001]) {
      await turn()
      assert.strictEqual(written(), expected)
    }
    all[0]!.writer.send(frameOf("b"))
    await turn()
    assert.deepStrictEqual(all[0]!.socket.names, ["a", "b"])
  })
})
