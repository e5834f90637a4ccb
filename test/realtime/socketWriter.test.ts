import { assert, describe, it } from "@effect/vitest"
import { slowMark, tooSlowMark } from "@fleet/server/realtime/SocketWriter"
import { aSocketWriter, frameOf } from "./socketWriterWorld.ts"

const topic = {}

describe("a socket's writer", () => {
  it("a socket's writer writes what arises in one turn of the event loop at once, and in order", async () => {
    const { writer, socket, turn } = aSocketWriter()
    writer.send(frameOf("a"))
    writer.sample(topic, frameOf("b"))
    writer.message(topic, frameOf("c"))
    assert.lengthOf(socket.writes, 0)
    await turn()
    assert.lengthOf(socket.writes, 1)
    writer.send(frameOf("d"))
    await turn()
    assert.deepStrictEqual(socket.names, ["a", "b", "c", "d"])
    assert.lengthOf(socket.writes, 2)
  })

  it("a socket's writer writes at once when it is flushed, and nothing again afterwards", async () => {
    const { writer, socket, turn } = aSocketWriter()
    writer.flush()
    assert.lengthOf(socket.writes, 0)
    writer.send(frameOf("a"))
    writer.flush()
    await turn()
    assert.deepStrictEqual(socket.names, ["a"])
  })

  it("a socket's writer writes nothing to a socket that takes no more", () => {
    const { writer, socket } = aSocketWriter()
    socket.isOpen = false
    writer.send(frameOf("a"))
    writer.flush()
    socket.isOpen = true
    writer.flush()
    assert.lengthOf(socket.writes, 0)
  })

  it("a socket's writer sends nothing of a dropped topic that waited for an access check", () => {
    const { writer, socket } = aSocketWriter()
    const other = {}
    writer.hold()
    writer.hold()
    for (const [of, name] of [
      [topic, "revoked"],
      [other, "kept"]
    ] as const) {
      writer.message(of, frameOf(`${name} job`))
      writer.sample(of, frameOf(`${name} sample 1`))
      writer.sample(of, frameOf(`${name} sample 2`))
    }
    writer.send(frameOf("answer"))
    writer.drop(topic)
    writer.resume()
    writer.flush()
    assert.deepStrictEqual(socket.names, ["answer"])
    writer.resume()
    assert.deepStrictEqual(socket.names, ["answer", "kept job", "kept sample 2"])
    writer.message(topic, frameOf("new"))
    writer.flush()
    assert.strictEqual(socket.names.at(-1), "new")
  })

  it("a socket's writer counts a slow reader from one byte over the mark", () => {
    for (const [bytes, names] of [
      [slowMark, ["first", "1", "2"]],
      [slowMark + 1, ["first", "2"]]
    ] as const) {
      const { counters, writer, socket } = aSocketWriter()
      writer.send(frameOf("first", bytes))
      writer.flush()
      for (const name of ["1", "2"]) writer.sample(topic, frameOf(name))
      writer.flush()
      socket.read()
      assert.deepStrictEqual(socket.names, names)
      assert.strictEqual(counters.samples_delivered_total, names.length - 1)
      assert.strictEqual(counters.samples_conflated_total, 3 - names.length)
    }
  })

  it("a socket's writer makes sure what the kernel takes from one byte over the mark on, and not for less", () => {
    for (const over of [0, 1]) {
      const { writer, socket } = aSocketWriter()
      writer.send(frameOf("first", slowMark + over))
      writer.sample(topic, frameOf("value"))
      assert.lengthOf(socket.writes, over)
    }
  })

  it("a socket's writer writes messages that waited for a check with the rest of their turn, and values at once", async () => {
    const { writer, socket, turn } = aSocketWriter()
    writer.hold()
    writer.message(topic, frameOf("job"))
    writer.resume()
    assert.lengthOf(socket.writes, 0)
    await turn()
    assert.deepStrictEqual(socket.names, ["job"])
    writer.hold()
    writer.sample(topic, frameOf("value"))
    writer.resume()
    assert.deepStrictEqual(socket.names, ["job", "value"])
  })

  it("a socket's writer writes nothing sooner for a value that has to wait", () => {
    for (const wait of ["for a check", "for a slow reader"]) {
      const { writer, socket } = aSocketWriter()
      writer.send(frameOf("first", slowMark + 1))
      if (wait === "for a check") {
        writer.hold()
        writer.sample(topic, frameOf("value"))
        assert.lengthOf(socket.writes, 0, wait)
        socket.read()
        writer.drained()
        assert.lengthOf(socket.writes, 0, wait)
      } else {
        writer.sample(topic, frameOf("value"))
        writer.send(frameOf("second", slowMark + 1))
        writer.sample(topic, frameOf("newer"))
        assert.deepStrictEqual(socket.names, ["first"], wait)
      }
    }
  })

  it("a socket's writer lets no value overtake an older one that waits for a reader who has taken some", () => {
    const { writer, socket } = aSocketWriter()
    writer.send(frameOf("first", slowMark + 1))
    writer.flush()
    writer.sample(topic, frameOf("older"))
    socket.queuedBytes = slowMark
    writer.sample(topic, frameOf("newer"))
    writer.flush()
    assert.deepStrictEqual(socket.names, ["first"])
    socket.read()
    assert.deepStrictEqual(socket.names, ["first", "newer"])
  })

  it("a socket's writer does not count a reader as slow while the kernel takes everything", () => {
    const { writer, socket } = aSocketWriter()
    socket.write = (bytes) => socket.writes.push(bytes) > 0
    for (let n = 0; n < 10; n++) writer.sample(topic, frameOf(String(n), slowMark))
    writer.flush()
    assert.lengthOf(socket.names, 10)
  })

  it("a socket's writer gives up on its reader from one byte over 4 MiB that must not be lost, written, queued or waiting for a check", () => {
    for (const over of [0, 1]) {
      const { given, writer, socket } = aSocketWriter()
      writer.send(frameOf("written", 1_000_000))
      writer.flush()
      writer.send(frameOf("queued", 1_000_000))
      writer.hold()
      writer.message({}, frameOf("dropped", 1_000_000))
      writer.message(topic, frameOf("held", 1_000_000))
      const before = {}
      writer.message(before, frameOf("also", 100_000))
      writer.drop(before)
      const rest = tooSlowMark - 4_000_000
      writer.message(topic, frameOf("last", rest + over))
      assert.strictEqual(given.tooSlow, over)
      writer.resume()
      writer.flush()
      assert.deepStrictEqual(socket.names, over === 1 ? ["written"] : ["written", "queued", "dropped", "held", "last"])
      assert.strictEqual(given.tooSlow, over)
    }
  })

  it("a socket's writer gives up on its reader from one byte over 4 MiB queued by sends alone", () => {
    for (const over of [0, 1]) {
      const { given, writer } = aSocketWriter()
      for (let sent = 0; sent < 4; sent++) writer.send(frameOf("x", tooSlowMark / 4 + (sent === 3 ? over : 0)))
      assert.strictEqual(given.tooSlow, over)
    }
  })

  it("a socket's writer gives up on no reader for values that newer ones replace", () => {
    const { given, writer, socket } = aSocketWriter()
    writer.hold()
    for (let n = 0; n < 100; n++) writer.sample(topic, frameOf(String(n), 1_000_000))
    writer.resume()
    assert.strictEqual(given.tooSlow, 0)
    assert.deepStrictEqual(socket.names, ["99"])
  })

  it("a socket's writer writes the newest value once, however often access is checked while the reader is slow", () => {
    const { writer, socket } = aSocketWriter()
    writer.send(frameOf("first", slowMark + 1))
    writer.flush()
    for (let n = 0; n < 20; n++) {
      writer.sample(topic, frameOf(String(n)))
      writer.hold()
      writer.resume()
    }
    socket.read()
    socket.read()
    assert.deepStrictEqual(socket.names, ["first", "19"])
  })
})
