import { assert, describe, it } from "@effect/vitest"
import { slowMark, tooSlowMark } from "@fleet/server/realtime/Outlet"
import { anOutlet, frameOf } from "./outletWorld.ts"

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

  it("makes sure what the kernel takes from one byte over the mark on, and not for less", () => {
    for (const over of [0, 1]) {
      const { outlet, socket } = anOutlet()
      outlet.send(frameOf("first", slowMark + over))
      outlet.sample(topic, frameOf("value"))
      assert.lengthOf(socket.writes, over)
    }
  })

  it("writes messages that waited for a check with the rest of their turn, and values at once", async () => {
    const { outlet, socket, turn } = anOutlet()
    outlet.hold()
    outlet.message(topic, frameOf("job"))
    outlet.resume()
    assert.lengthOf(socket.writes, 0)
    await turn()
    assert.deepStrictEqual(socket.names, ["job"])
    outlet.hold()
    outlet.sample(topic, frameOf("value"))
    outlet.resume()
    assert.deepStrictEqual(socket.names, ["job", "value"])
  })

  it("writes nothing sooner for a value that has to wait", () => {
    for (const wait of ["for a check", "for a slow reader"]) {
      const { outlet, socket } = anOutlet()
      outlet.send(frameOf("first", slowMark + 1))
      if (wait === "for a check") {
        outlet.hold()
        outlet.sample(topic, frameOf("value"))
        assert.deepStrictEqual([socket.writes.length, socket.listenerCount("drain")], [0, 0], wait)
      } else {
        outlet.sample(topic, frameOf("value"))
        outlet.send(frameOf("second", slowMark + 1))
        outlet.sample(topic, frameOf("newer"))
        assert.deepStrictEqual([socket.names, socket.listenerCount("drain")], [["first"], 1], wait)
      }
    }
  })

  it("lets no value overtake an older one that waits for a reader who has taken some", () => {
    const { outlet, socket } = anOutlet()
    outlet.send(frameOf("first", slowMark + 1))
    outlet.flush()
    outlet.sample(topic, frameOf("older"))
    socket.writableLength = slowMark
    outlet.sample(topic, frameOf("newer"))
    outlet.flush()
    assert.deepStrictEqual(socket.names, ["first"])
    socket.read()
    assert.deepStrictEqual(socket.names, ["first", "newer"])
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
