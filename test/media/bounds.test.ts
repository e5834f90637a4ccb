import { assert, describe, it } from "@effect/vitest"
import { encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import type { MediaSocket } from "@fleet/server/media/MediaSocket"
import {
  maxConfigBytes,
  maxParts,
  maxPublisherQueue,
  maxUnanswered,
  pingEveryMs,
  Publisher
} from "@fleet/server/media/Publisher"
import { slowBytes, tooSlowBytes, Viewer } from "@fleet/server/media/Viewer"

const aSocket = () => {
  const socket = {
    isOpen: true,
    queuedBytes: 0,
    written: 0,
    reads: 0,
    pings: 0,
    isTerminated: false,
    ping: () => void socket.pings++,
    terminate: () => void (socket.isTerminated = true),
    closed: [] as Array<number>,
    write: () => void socket.written++,
    close: (code: number) => {
      socket.isOpen = false
      socket.closed.push(code)
    }
  }
  return socket
}
const unit = (seq: number, isKey = false) => ({ isKey, seq, ptsMs: 0, bytes: 1, frame: Buffer.alloc(1) })
const aViewer = () => {
  const socket = aSocket()
  const ends: Array<string> = []
  const viewer = new Viewer(
    socket as unknown as MediaSocket,
    { onJoined: () => {}, onDelivered: () => {}, onClosed: (why) => void ends.push(why) },
    { now: () => 0, wantKey: () => {}, left: () => {} }
  )
  return { ends, socket, viewer }
}
const aPublisher = () => {
  const socket = aSocket()
  const got = { configs: 0, pictures: 0 }
  const publisher = new Publisher(socket as unknown as MediaSocket, {
    config: () => void got.configs++,
    picture: () => void got.pictures++,
    ended: () => {},
    publisherLeft: () => {}
  })
  const send = (frame: Parameters<typeof encodeMediaFrame>[0]) =>
    publisher.onFrame(Buffer.from(encodeMediaFrame(frame)))
  return { got, publisher, send, socket }
}

describe("a viewer that acknowledges and does not read", () => {
  it("a viewer over 1 MiB unread skips to a key picture, and is closed over 8 MiB", () => {
    const { ends, socket, viewer } = aViewer()
    viewer.picture(unit(1, true), 0)
    socket.queuedBytes = slowBytes
    viewer.picture(unit(2), 0)
    assert.strictEqual(socket.written, 2)
    socket.queuedBytes = slowBytes + 1
    viewer.picture(unit(3, true), 0)
    socket.queuedBytes = 0
    viewer.picture(unit(4), 0)
    assert.strictEqual(socket.written, 2)
    viewer.picture(unit(5, true), 0)
    assert.strictEqual(socket.written, 3)
    socket.queuedBytes = tooSlowBytes
    viewer.tick(0)
    assert.deepStrictEqual(socket.closed, [])
    socket.queuedBytes++
    viewer.tick(0)
    viewer.write(Buffer.alloc(1))
    assert.deepStrictEqual([socket.closed, ends, socket.written], [[4008], ["too_slow"], 3])
  })

  it("a viewer is closed by a write that takes it over 8 MiB", () => {
    const { socket, viewer } = aViewer()
    socket.queuedBytes = tooSlowBytes + 1
    viewer.write(Buffer.alloc(1))
    assert.deepStrictEqual(socket.closed, [4008])
  })
})

describe("a publisher", () => {
  it("a publisher's configuration over 16 KiB is refused", () => {
    const { got, send, socket } = aPublisher()
    send({ kind: MediaKind.config, payload: Buffer.alloc(maxConfigBytes + 1, " ") })
    assert.deepStrictEqual([socket.closed, got.configs], [[1008], 0])
  })

  it("a publisher's configuration that repeats goes on once", () => {
    const { got, send, socket } = aPublisher()
    const payload = Buffer.from(JSON.stringify({ codec: "mjpeg", width: 4, height: 3, fps: 5, avcc: null }))
    for (let i = 0; i < 3; i++) send({ kind: MediaKind.config, payload })
    assert.deepStrictEqual([socket.closed, got.configs], [[], 1])
    for (let i = 0; i < maxParts - 1; i++) send({ kind: MediaKind.picture, more: true, payload: Buffer.alloc(1) })
    send({ kind: MediaKind.picture, payload: Buffer.alloc(1) })
    assert.deepStrictEqual([socket.closed, got.pictures], [[], 1])
    for (let i = 0; i < maxParts; i++) send({ kind: MediaKind.picture, more: true, payload: Buffer.alloc(1) })
    assert.deepStrictEqual(socket.closed, [])
    send({ kind: MediaKind.picture, payload: Buffer.alloc(1) })
    assert.deepStrictEqual(socket.closed, [1008])
  })

  it("a publisher's empty part before another is refused", () => {
    const { send, socket } = aPublisher()
    send({
      kind: MediaKind.config,
      payload: Buffer.from(JSON.stringify({ codec: "mjpeg", width: 4, height: 3, fps: 5, avcc: null }))
    })
    send({ kind: MediaKind.picture, more: true })
    assert.deepStrictEqual(socket.closed, [1008])
  })

  it("a silent publisher is asked three times whether it is there, and then closed", () => {
    const { publisher, socket } = aPublisher()
    publisher.tick(0)
    publisher.tick(pingEveryMs - 1)
    assert.strictEqual(socket.pings, 0)
    publisher.tick(pingEveryMs)
    socket.reads++
    publisher.tick(pingEveryMs + 1)
    const quietMs = pingEveryMs + 1
    for (let asked = 1; asked <= maxUnanswered; asked++) publisher.tick(quietMs + asked * pingEveryMs)
    assert.deepStrictEqual([socket.pings, socket.isTerminated], [1 + maxUnanswered, false])
    publisher.tick(quietMs + (maxUnanswered + 1) * pingEveryMs - 1)
    assert.isFalse(socket.isTerminated)
    publisher.tick(quietMs + (maxUnanswered + 1) * pingEveryMs)
    assert.deepStrictEqual([socket.pings, socket.isTerminated], [1 + maxUnanswered, true])
  })

  it("a publisher that is not looked at for long, since the process was busy, is asked all the same", () => {
    const { publisher, socket } = aPublisher()
    publisher.tick(0)
    publisher.tick(60_000)
    assert.deepStrictEqual([socket.pings, socket.isTerminated], [1, false])
  })

  it("a publisher that leaves over 256 KiB unread is closed", () => {
    const { publisher, socket } = aPublisher()
    socket.queuedBytes = maxPublisherQueue
    publisher.send(Buffer.alloc(1))
    assert.deepStrictEqual(socket.closed, [])
    socket.queuedBytes++
    publisher.send(Buffer.alloc(1))
    assert.deepStrictEqual(socket.closed, [4008])
  })
})
