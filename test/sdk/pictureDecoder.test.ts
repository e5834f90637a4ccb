import { assert, describe, it } from "@effect/vitest"
import { type PictureDecoder, videoDecoder } from "../../packages/client-sdk/src/video/PictureDecoder.ts"

interface Made {
  readonly isSoftware: boolean
  readonly given: Array<number>
  queue: number
  state: string
  /** Gives the oldest pictures that were given out again. */
  readonly put: (count: number) => void
}

/** Runs with decoders of the test in place of the browser's, and a clock that it sets. */
const withDecoders = (
  work: (world: {
    readonly decoder: PictureDecoder
    readonly made: ReadonlyArray<Made>
    readonly give: (nowMs: number, isKey?: boolean) => void
    readonly told: ReadonlyArray<string>
  }) => void
) => {
  const made: Array<Made> = []
  const told: Array<string> = []
  let nowMs = 0
  class FakeDecoder implements Made {
    readonly given: Array<number> = []
    queue = 0
    state = "unconfigured"
    isSoftware = false
    private readonly output: (image: object) => void
    constructor({ output }: { readonly output: (image: object) => void }) {
      this.output = output
      made.push(this)
    }
    get decodeQueueSize() {
      return this.queue
    }
    configure({ hardwareAcceleration }: { readonly hardwareAcceleration?: string }) {
      this.state = "configured"
      this.isSoftware = hardwareAcceleration === "prefer-software"
    }
    decode({ timestamp }: { readonly timestamp: number }) {
      this.given.push(timestamp)
    }
    close() {
      this.state = "closed"
    }
    put(count: number) {
      for (const timestamp of this.given.splice(0, count)) {
        this.output({ timestamp, displayWidth: 4, displayHeight: 3, close: () => {} })
      }
    }
  }
  const before = Object.getOwnPropertyDescriptors(globalThis)
  Object.assign(globalThis, {
    VideoDecoder: FakeDecoder,
    EncodedVideoChunk: class {
      readonly timestamp: number
      constructor({ timestamp }: { readonly timestamp: number }) {
        this.timestamp = timestamp
      }
    }
  })
  performance.now = () => nowMs
  try {
    const decoder = videoDecoder(
      { codec: "avc1.42c01f", width: 4, height: 3, fps: 30, avcc: null },
      {
        onPicture: ({ unit }) => void told.push(`picture ${unit.seq}`),
        onKeyWanted: () => void told.push("key wanted"),
        onUnsupported: () => void told.push("unsupported")
      }
    )
    let seq = 0
    const give = (atMs: number, isKey = false) => {
      nowMs = atMs
      decoder.decode({ isKey, seq: ++seq, capturedMs: atMs, data: new Uint8Array() })
    }
    work({ decoder, give, made, told })
  } finally {
    Reflect.deleteProperty(performance, "now")
    for (const name of ["VideoDecoder", "EncodedVideoChunk"]) {
      const was = before[name as keyof typeof before]
      if (was === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, was)
    }
  }
}

describe("a decoder of pictures", () => {
  it("takes all that comes at once at the beginning, since the newest of it is what is wanted", () =>
    withDecoders(({ give, made, told }) => {
      give(0, true)
      for (let at = 1; at <= 60; at++) {
        made[0]!.queue = at
        give(at)
      }
      assert.lengthOf(made[0]!.given, 61)
      made[0]!.put(61)
      assert.strictEqual(told.at(-1), "picture 61")
      assert.notInclude(told, "key wanted")
    }))

  it("goes on at a key picture once it has been behind for a quarter of a second", () =>
    withDecoders(({ give, made, told }) => {
      give(0, true)
      give(33)
      made[0]!.put(2)
      made[0]!.queue = 4
      give(100)
      give(350)
      assert.lengthOf(made[0]!.given, 2)
      give(351)
      assert.strictEqual(told.at(-1), "key wanted")
      assert.lengthOf(made[0]!.given, 2)
      made[0]!.queue = 0
      give(400)
      assert.lengthOf(made[0]!.given, 2)
      give(433, true)
      assert.lengthOf(made[0]!.given, 3)
    }))

  it("is replaced by one in software, once, where it keeps more than four pictures to itself for half a second", () =>
    withDecoders(({ give, made }) => {
      give(0, true)
      for (let at = 1; at <= 40; at++) {
        give(at * 33)
        if (at > 3) made[0]!.put(1)
      }
      assert.lengthOf(made, 1)
      for (let at = 41; made.length === 1 && at < 80; at++) {
        give(at * 33)
        // It reorders: one picture more is kept for good.
        if (at > 42) made[0]!.put(1)
      }
      assert.deepStrictEqual(
        made.map(({ isSoftware, state }) => [isSoftware, state]),
        [
          [false, "closed"],
          [true, "configured"]
        ]
      )
      give(10_000, true)
      for (let at = 1; at <= 60; at++) give(10_000 + at * 33)
      assert.lengthOf(made, 2)
    }))

  it("remembers nothing of pictures that the decoder has left out", () =>
    withDecoders(({ give, made, told }) => {
      give(0, true)
      for (let at = 1; at <= 100; at++) {
        give(at * 33)
        made[0]!.given.splice(0, made[0]!.given.length - 1)
        made[0]!.put(1)
      }
      assert.lengthOf(made, 1)
      assert.strictEqual(told.at(-1), "picture 101")
    }))
})
