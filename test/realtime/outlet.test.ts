import { assert, describe, it } from "@effect/vitest"
import { Flusher, Outlet, slowMark, tooSlowMark } from "@fleet/server/realtime/Outlet"
import type { Socket } from "node:net"
import { anOutlet, frameOf, SlowSocket } from "./outletWorld.ts"

const topic = {}

describe("a socket's writer", () => {
  it("writes what arises in one turn of the event loop at once, and in order", async () => {
    const { outlet, socket, turn } = anOutlet()
    outlet.send(frameOf("a"))
    outlet.sample(topic, frameOf("b"))
    outlet.message(topic, frameOf("c"))
    assert.lengthOf(socket.writes, 0)
    await turn()
    assert.lengthOf(socket.writes, 1)
    outlet.send(frameOf("d"))
    await turn()
    assert.deepStrictEqual(socket.names, ["a", "b", "c", "d"])
    assert.lengthOf(socket.writes, 2)
  })

  it("writes at once when it is flushed, and nothing again afterwards", async () => {
    const { outlet, socket, turn } = anOutlet()
    outlet.flush()
    assert.lengthOf(socket.writes, 0)
    outlet.send(frameOf("a"))
    outlet.flush()
    await turn()
    assert.deepStrictEqual(socket.names, ["a"])
  })

  it("writes nothing to a socket that takes no more", () => {
    const { outlet, socket } = anOutlet()
    socket.writable = false
    outlet.send(frameOf("a"))
    outlet.flush()
    socket.writable = true
    outlet.flush()
    assert.lengthOf(socket.writes, 0)
  })

  it("lets nothing of a dropped topic leave that waited for a check of access", () => {
    const { outlet, socket } = anOutlet()
    const other = {}
    outlet.hold()
    outlet.hold()
    for (const [of, name] of [
      [topic, "revoked"],
      [other, "kept"]
    ] as const) {
      outlet.message(of, frameOf(`${name} job`))
      outlet.sample(of, frameOf(`${name} sample 1`))
      outlet.sample(of, frameOf(`${name} sample 2`))
    }
    outlet.send(frameOf("answer"))
    outlet.drop(topic)
    outlet.resume()
    outlet.flush()
    assert.deepStrictEqual(socket.names, ["answer"])
    outlet.resume()
    assert.deepStrictEqual(socket.names, ["answer", "kept job", "kept sample 2"])
    outlet.message(topic, frameOf("new"))
    outlet.flush()
    assert.strictEqual(socket.names.at(-1), "new")
  })

  it("counts a slow reader from one byte over the mark", () => {
    for (const [bytes, names] of [
      [slowMark, ["first", "1", "2"]],
      [slowMark + 1, ["first", "2"]]
    ] as const) {
      const { counters, outlet, socket } = anOutlet()
      outlet.send(frameOf("first", bytes))
      outlet.flush()
      for (const name of ["1", "2"]) outlet.sample(topic, frameOf(name))
      outlet.flush()
      socket.read()
      assert.deepStrictEqual(socket.names, names)
      assert.strictEqual(counters.samples_delivered_total, names.length - 1)
      assert.strictEqual(counters.samples_conflated_total, 3 - names.length)
    }
  })

  it("takes no reader for slow whom the kernel takes everything for", () => {
    const { outlet, socket } = anOutlet()
    socket.write = (bytes) => socket.writes.push(bytes) > 0
    for (let n = 0; n < 10; n++) outlet.sample(topic, frameOf(String(n), slowMark))
    outlet.flush()
    assert.lengthOf(socket.names, 10)
  })

  it("gives up on its reader from one byte over 4 MiB that must not be lost, written, queued or waiting for a check", () => {
    for (const over of [0, 1]) {
      const { given, outlet, socket } = anOutlet()
      outlet.send(frameOf("written", 1_000_000))
      outlet.flush()
      outlet.send(frameOf("queued", 1_000_000))
      outlet.hold()
      outlet.message({}, frameOf("dropped", 1_000_000))
      outlet.message(topic, frameOf("held", 1_000_000))
      const before = {}
      outlet.message(before, frameOf("also", 100_000))
      outlet.drop(before)
      const rest = tooSlowMark - 4_000_000
      outlet.message(topic, frameOf("last", rest + over))
      assert.strictEqual(given.tooSlow, over)
      outlet.resume()
      outlet.flush()
      assert.deepStrictEqual(socket.names, over === 1 ? ["written"] : ["written", "queued", "dropped", "held", "last"])
      assert.strictEqual(given.tooSlow, over)
    }
  })

  it("gives up on its reader from one byte over 4 MiB queued by sends alone", () => {
    for (const over of [0, 1]) {
      const { given, outlet } = anOutlet()
      for (let sent = 0; sent < 4; sent++) outlet.send(frameOf("x", tooSlowMark / 4 + (sent === 3 ? over : 0)))
      assert.strictEqual(given.tooSlow, over)
    }
  })

  it("gives up on no reader for values that newer ones replace", () => {
    const { given, outlet, socket } = anOutlet()
    outlet.hold()
    for (let n = 0; n < 100; n++) outlet.sample(topic, frameOf(String(n), 1_000_000))
    outlet.resume()
    assert.strictEqual(given.tooSlow, 0)
    assert.deepStrictEqual(socket.names, ["99"])
  })

  it("listens for the reader once, however often access is checked while it is slow", () => {
    const { outlet, socket } = anOutlet()
    outlet.send(frameOf("first", slowMark + 1))
    outlet.flush()
    for (let n = 0; n < 20; n++) {
      outlet.sample(topic, frameOf(String(n)))
      outlet.hold()
      outlet.resume()
    }
    assert.strictEqual(socket.listenerCount("drain"), 1)
    socket.read()
    assert.strictEqual(socket.listenerCount("drain"), 0)
    assert.deepStrictEqual(socket.names, ["first", "19"])
  })
})

describe("the writers of many sockets", () => {
  const many = (count: number) => {
    const flusher = new Flusher()
    const counters = { samples_delivered_total: 0, samples_conflated_total: 0 } as never
    const sockets = Array.from({ length: count }, () => new SlowSocket())
    return sockets.map((socket) => ({
      socket,
      outlet: new Outlet(socket as unknown as Socket, flusher, counters, () => undefined)
    }))
  }
  const turn = () => new Promise<void>((resume) => setImmediate(resume))

  it("share the bytes of the same frames, and only of the same", async () => {
    const [one, two, three, four] = many(4)
    const [a, b, c] = [frameOf("a"), frameOf("b"), frameOf("c")]
    for (const [each, frames] of [
      [one!, [a, b]],
      [two!, [a, b]],
      [three!, [a, c]],
      [four!, [a, c, b]]
    ] as const) {
      for (const frame of frames) each.outlet.send(frame)
    }
    await turn()
    assert.strictEqual(one!.socket.writes[0], two!.socket.writes[0])
    assert.deepStrictEqual(three!.socket.names, ["a", "c"])
    assert.deepStrictEqual(four!.socket.names, ["a", "c", "b"])
    for (const frame of [a, c, b]) four!.outlet.send(frame)
    await turn()
    assert.notStrictEqual(four!.socket.writes[1], four!.socket.writes[0], "what was joined is let go after its turn")
    two!.outlet.send(c)
    await turn()
    assert.strictEqual(two!.socket.writes.at(-1), c, "a single frame is written as it is")
  })

  it("write to 2000 sockets in a turn, and to the rest in the next", async () => {
    const all = many(4_001)
    for (const { outlet } of all) outlet.send(frameOf("a"))
    const written = () => all.filter(({ socket }) => socket.writes.length === 1).length
    for (const expected of [2_000, 4_000, 4_001]) {
      await turn()
      assert.strictEqual(written(), expected)
    }
    all[0]!.outlet.send(frameOf("b"))
    await turn()
    assert.deepStrictEqual(all[0]!.socket.names, ["a", "b"])
  })
})
