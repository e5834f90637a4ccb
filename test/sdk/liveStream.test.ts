import { assert, describe, it } from "@effect/vitest"
import { encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import type { Camera } from "@fleet/sdk"
import { FleetError } from "@fleet/sdk"
import { LiveStream } from "../../packages/client-sdk/src/video/LiveStream.ts"
import { Effect, Queue } from "effect"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import { type WebSocket, WebSocketServer } from "ws"

const config = { codec: "mjpeg", width: 4, height: 3, fps: 5, avcc: null }
const refusal = (code: string, status: number) => new FleetError(code, code, { status })

/** A camera whose sessions are answered by `ws`, and what its stream tells. `starts` are answered one after the other. */
const aCamera = Effect.fnUntraced(function* (refusals: ReadonlyArray<Error> = []) {
  const sockets = yield* Queue.unbounded<WebSocket>()
  const told = yield* Queue.unbounded<string>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<WebSocketServer>((resume) => {
      const made: WebSocketServer = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () =>
        resume(Effect.succeed(made))
      )
      made.on("connection", (socket) => {
        socket.once("message", () => {
          socket.send('{"type":"joined"}')
          socket.send(encodeMediaFrame({ kind: MediaKind.config, payload: Buffer.from(JSON.stringify(config)) }))
          socket.send(encodeMediaFrame({ kind: MediaKind.picture, isKey: true, seq: 7 }))
          Queue.offerUnsafe(sockets, socket)
        })
      })
    }),
    (made) => Effect.sync(() => made.close())
  )
  const rest = [...refusals]
  const calls = { started: 0, ended: [] as Array<string | undefined> }
  const camera = {
    startLive: async () => {
      calls.started++
      const refused = calls.started > 1 ? rest.shift() : undefined
      if (refused !== undefined) throw refused
      const { port } = server.address() as AddressInfo
      return { session_id: `s${calls.started}`, url: `ws://127.0.0.1:${port}`, room: "r", token: "t", expires_at: "" }
    },
    endLive: async (id?: string) => void calls.ended.push(id)
  } as unknown as Camera
  const tell = (word: string) => void Queue.offerUnsafe(told, word)
  const stream = yield* Effect.acquireRelease(
    Effect.promise(() =>
      LiveStream.open(camera, {
        onConfig: ({ codec }) => tell(codec),
        onUnit: ({ seq }) => tell(`picture ${seq}`),
        onLost: (reason) => tell(`lost ${reason}`),
        onEnded: (reason) => tell(`ended ${reason}`)
      })
    ),
    (opened) => Effect.sync(() => opened.close())
  )
  const next = (count: number) => Queue.takeN(told, count)
  assert.deepStrictEqual([...(yield* next(2))], ["mjpeg", "picture 7"])
  return { calls, next, sockets, stream, told }
})

const faked = (toFake: NonNullable<Parameters<typeof vi.useFakeTimers>[0]>["toFake"] & {}) =>
  Effect.acquireRelease(
    Effect.sync(() => vi.useFakeTimers({ toFake })),
    () => Effect.sync(() => vi.useRealTimers())
  )

/** Waits are this share of the longest that they may be. */
const waitsOf = (share: number) =>
  Effect.acquireRelease(
    Effect.sync(() => vi.spyOn(Math, "random").mockReturnValue(share)),
    (random) => Effect.sync(() => random.mockRestore())
  )

describe("a live stream", () => {
  it.live("a live stream whose socket breaks starts another session, and gives the first one back", () =>
    Effect.gen(function* () {
      const { calls, next, sockets } = yield* aCamera()
      ;(yield* Queue.take(sockets)).terminate()
      assert.deepStrictEqual([...(yield* next(3))], ["lost connection_lost", "mjpeg", "picture 7"])
      assert.deepStrictEqual(calls, { started: 2, ended: ["s1"] })
    })
  )

  it.live("a live stream that the service ended for a reason that passes is come back to", () =>
    Effect.gen(function* () {
      const { calls, next, sockets } = yield* aCamera()
      yield* waitsOf(0)
      const ends = [
        [4010, "robot_offline"],
        [4010, "config_changed"],
        [4010, "publish_failed"],
        [1012, "server restarting"],
        [4008, "reader too slow"]
      ] as const
      for (const [code, reason] of ends) {
        ;(yield* Queue.take(sockets)).close(code, reason)
        assert.deepStrictEqual([...(yield* next(3))], [`lost ${reason}`, "mjpeg", "picture 7"])
      }
      assert.deepStrictEqual(calls, { started: 1 + ends.length, ended: [] })
    })
  )

  for (const [code, reason] of [
    [4001, "revoked"],
    [4010, "revoked"],
    [4010, "plan_limit"],
    [4010, "robot_deleted"],
    [4010, "released_by_peer"]
  ] as const)
    it.live(`a live stream that ended with ${code} ${reason} is over`, () =>
      Effect.gen(function* () {
        const { calls, next, sockets } = yield* aCamera()
        ;(yield* Queue.take(sockets)).close(code, reason)
        assert.deepStrictEqual([...(yield* next(1))], [`ended ${reason}`])
        assert.strictEqual(calls.started, 1)
      })
    )

  it.live("a live stream asks on while the robot is away, and is over once it is refused for good", () =>
    Effect.gen(function* () {
      const { calls, next, sockets } = yield* aCamera([
        refusal("network_error", 0),
        refusal("robot_offline", 409),
        refusal("live_unavailable", 502),
        refusal("forbidden", 403)
      ])
      ;(yield* Queue.take(sockets)).terminate()
      assert.deepStrictEqual([...(yield* next(2))], ["lost connection_lost", "ended forbidden"])
      assert.strictEqual(calls.started, 5)
    })
  )

  it.live("a live stream that is closed while it waits starts no other session", () =>
    Effect.gen(function* () {
      const { calls, next, sockets, stream, told } = yield* aCamera()
      const socket = yield* Queue.take(sockets)
      yield* faked(["setTimeout", "clearTimeout"])
      socket.terminate()
      yield* next(1)
      assert.strictEqual(vi.getTimerCount(), 1)
      stream.close()
      assert.strictEqual(vi.getTimerCount(), 0)
      assert.deepStrictEqual([calls.started, yield* Queue.size(told)], [1, 0])
    })
  )

  it.live("a live stream that breaks at its first pictures waits longer each time, until one has gone on for 5 s", () =>
    Effect.gen(function* () {
      yield* waitsOf(1)
      yield* faked(["setTimeout", "clearTimeout", "performance"])
      const { calls, next, sockets } = yield* aCamera()
      const breaks = Effect.fnUntraced(function* (waitMs: number) {
        ;(yield* Queue.take(sockets)).terminate()
        assert.deepStrictEqual([...(yield* next(1))], ["lost connection_lost"])
        const { started } = calls
        vi.advanceTimersByTime(waitMs - 1)
        yield* Effect.promise(() => Promise.resolve())
        assert.strictEqual(calls.started, started)
        vi.advanceTimersByTime(1)
        assert.deepStrictEqual([...(yield* next(2))], ["mjpeg", "picture 7"])
        assert.strictEqual(calls.started, started + 1)
      })
      for (const waitMs of [500, 1000, 2000]) yield* breaks(waitMs)
      const socket = yield* Queue.take(sockets)
      vi.advanceTimersByTime(5000)
      socket.send(encodeMediaFrame({ kind: MediaKind.picture, isKey: true, seq: 8 }))
      assert.deepStrictEqual([...(yield* next(1))], ["picture 8"])
      yield* Queue.offer(sockets, socket)
      yield* breaks(500)
    })
  )

  it.live("a live stream over a network that is gone is lost after 20 s in which nothing came", () =>
    Effect.gen(function* () {
      yield* faked(["setInterval", "clearInterval", "performance"])
      const { calls, next } = yield* aCamera()
      vi.advanceTimersByTime(19_000)
      assert.strictEqual(calls.started, 1)
      vi.advanceTimersByTime(2_000)
      assert.deepStrictEqual([...(yield* next(1))], ["lost connection_lost"])
    })
  )
})
