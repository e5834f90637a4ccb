import { assert, describe, it } from "@effect/vitest"
import { deviceInput } from "@fleet/bridge/engine/cameras/encoderArguments"
import { authorizationFor } from "@fleet/bridge/engine/cameras/httpCredentials"
import { withoutCredentials } from "@fleet/bridge/engine/cameras/CameraFault"
import { JpegStream } from "@fleet/bridge/engine/cameras/JpegStream"
import { LiveRates } from "@fleet/bridge/engine/cameras/LiveRates"
import { boundaryOf, maxPart, MultipartReader } from "@fleet/bridge/engine/cameras/MultipartReader"
import { encodedPicture, type Picture } from "@fleet/bridge/engine/cameras/Picture"
import { compressed, rawPicture } from "@fleet/bridge/engine/cameras/RawImage"
import { AckWindow } from "@fleet/domain/media/AckWindow"
import { Schema } from "effect"
import jpeg from "jpeg-js"
import { createHash } from "node:crypto"
import { picture } from "../../robots/cameras/pictures.ts"

const parts = [Buffer.from("one"), Buffer.from("--b two\r\n"), Buffer.alloc(300, 7)]
const withLength = Buffer.concat(
  parts.flatMap((part) => [
    Buffer.from(`\r\n--b\r\nContent-Type: image/jpeg\r\ncontent-length: ${part.length}\r\n\r\n`),
    part
  ])
)
const withoutLength = Buffer.concat([
  ...[parts[0]!, parts[2]!].flatMap((part) => [
    Buffer.from("--b\r\nContent-Type: image/jpeg\r\n\r\n"),
    part,
    Buffer.from("\r\n")
  ]),
  Buffer.from("--b")
])

/** The same with LF as the end of lines. The parts have none of either. */
const withLf = (stream: Buffer) => Buffer.from(stream.toString("latin1").replaceAll("\r\n", "\n"), "latin1")

describe("a multipart stream", () => {
  it.prop(
    "a multipart stream is read alike however it is cut, with and without lengths",
    {
      cuts: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))).check(Schema.isMinLength(1))
    },
    ({ cuts }) => {
      for (const [stream, expected] of [
        [withLength, parts],
        [withoutLength, [parts[0]!, parts[2]!]],
        [withLf(withoutLength), [parts[0]!, parts[2]!]]
      ] as const) {
        const read: Array<Buffer> = []
        const reader = new MultipartReader("b", (part) => read.push(Buffer.from(part)))
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = cuts[turn % cuts.length]!
          assert.isTrue(reader.read(stream.subarray(at, at + size)))
          at += size
        }
        assert.deepStrictEqual(read, [...expected])
      }
    }
  )

  it("a multipart stream that never ends a part or a head is refused", () => {
    const reader = new MultipartReader("b", () => assert.fail("there is no part"))
    assert.isTrue(reader.read(Buffer.from("--b\r\n\r\n")))
    assert.isTrue(reader.read(Buffer.alloc(maxPart)))
    assert.isFalse(reader.read(Buffer.alloc(1)))
    assert.isFalse(new MultipartReader("b", () => {}).read(Buffer.alloc(16_385)))
  })

  it("a multipart stream is known by its type", () => {
    for (const [type, boundary] of [
      ["multipart/x-mixed-replace; boundary=frame", "frame"],
      ['multipart/x-mixed-replace;boundary="a b"', "a b"],
      ["Multipart/X-Mixed-Replace; boundary=--x; charset=y", "--x"],
      ["image/jpeg", null],
      ["text/html; boundary=x", null],
      [null, null]
    ] as const)
      assert.strictEqual(boundaryOf(type), boundary)
  })
})

describe("credentials of a camera", () => {
  it("credentials of a camera answer Basic and Digest as RFC 7617 and 7616 say", () => {
    const of = { username: "Mufasa", password: "Circle of Life" }
    assert.strictEqual(
      authorizationFor('Basic realm="x"', { username: "Aladdin", password: "open sesame" }, "/"),
      "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    )
    const challenge =
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
    const said = authorizationFor(challenge, of, "/dir/index.html")!
    const value = (key: string) => new RegExp(`${key}="?([^",]+)`).exec(said)![1]!
    const hash = (text: string) => createHash("sha256").update(text).digest("hex")
    const expected = hash(
      [
        hash("Mufasa:http-auth@example.org:Circle of Life"),
        "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
        "00000001",
        value("cnonce"),
        "auth",
        hash("GET:/dir/index.html")
      ].join(":")
    )
    assert.strictEqual(value("response"), expected)
    // RFC 2069's form, without qop.
    const old = authorizationFor('Digest realm="r", nonce="n"', of, "/")!
    const md5 = (text: string) => createHash("md5").update(text).digest("hex")
    assert.include(old, `response="${md5(`${md5("Mufasa:r:Circle of Life")}:n:${md5("GET:/")}`)}"`)
    assert.isNull(authorizationFor("Negotiate", of, "/"))
    assert.isNull(authorizationFor('Digest realm="r", nonce="n", algorithm=SHA-512', of, "/"))
  })

  it("credentials of a camera stand in no argument of a process, and in no message", () => {
    const source = {
      kind: "rtsp",
      url: "rtsp://camera.local/live?it's",
      credentials: { username: "us/er", password: "p@ss:w'ord" }
    } as const
    const input = deviceInput(source)
    assert.notInclude(input.arguments.join(" "), "ss")
    assert.include(
      input.text,
      "file 'rtsp://us%2Fer:p%40ss%3Aw'\\''ord@camera.local/live?it'\\''s'\noption rtsp_transport tcp"
    )
    const udp = deviceInput({ kind: "rtsp", url: "rtsps://a:b@c/d", transport: "udp" })
    assert.include(udp.text, "file 'rtsps://a:b@c/d'\noption rtsp_transport udp")
    assert.strictEqual(
      withoutCredentials("Impossible to open 'rtsp://user:secret@host/x'\n  404"),
      "Impossible to open 'rtsp://host/x' 404"
    )
    assert.strictEqual(withoutCredentials("x".repeat(300)).length, 200)
  })
})

describe("a picture", () => {
  it("a picture says its size, whatever it claims; other bytes are none", () => {
    assert.deepInclude(encodedPicture(picture("image/jpeg", 40, 30), 5), { mime: "image/jpeg", width: 40, height: 30 })
    assert.deepInclude(encodedPicture(picture("image/png", 40, 30), 5), { mime: "image/png", capturedMs: 5 })
    for (const bytes of [
      Uint8Array.of(),
      Uint8Array.of(0xff, 0xd8, 0xff),
      Buffer.from("GIF89a"),
      picture("image/jpeg", 0, 3)
    ])
      assert.isNull(encodedPicture(bytes, 5))
  })

  const image = (encoding: string, data: ReadonlyArray<number>, rest: object = {}) =>
    rawPicture({ encoding, width: 2, height: 1, step: 0, data: Uint8Array.from(data), ...rest }, 9)

  it("a picture of ROS is read in its encoding, its rows without padding", () => {
    assert.deepStrictEqual(image("rgb8", [1, 2, 3, 4, 5, 6]), {
      kind: "raw",
      format: "rgb24",
      width: 2,
      height: 1,
      bytes: Uint8Array.of(1, 2, 3, 4, 5, 6),
      capturedMs: 9
    } as Picture)
    const padded = image("mono8", [1, 2, 0, 3, 4], { height: 2, step: 3 }) as Extract<Picture, { kind: "raw" }>
    assert.deepStrictEqual([...padded.bytes], [1, 2, 3, 4])
    for (const broken of [
      image("bayer_x", [1]),
      image("rgb8", [1, 2, 3, 4, 5]),
      image("rgb8", [], { width: 0 }),
      image("rgb8", [1], { data: "x" }),
      rawPicture(null, 1)
    ])
      assert.isString(broken)
  })

  it("a picture of ROS keeps its colours as JPEG", () => {
    const red = (format: string, pixel: ReadonlyArray<number>) => {
      const pixels = Array.from({ length: 64 }, () => pixel).flat()
      const { bytes } = compressed(image(format, pixels, { width: 8, height: 8 }) as Picture)
      return [...jpeg.decode(bytes).data.subarray(0, 3)]
    }
    for (const [format, pixel] of [
      ["rgb8", [250, 5, 5]],
      ["bgr8", [5, 5, 250]],
      ["rgba8", [250, 5, 5, 0]],
      ["bgra8", [5, 5, 250, 0]]
    ] as const) {
      const [r, g, b] = red(format, pixel)
      assert.isTrue(r! > 230 && g! < 40 && b! < 40, `${format} ${r} ${g} ${b}`)
    }
    const yuv = (order: string, pair: ReadonlyArray<number>) => {
      const pixels = Array.from({ length: 32 }, () => pair).flat()
      const { bytes } = compressed(image(order, pixels, { width: 8, height: 8 }) as Picture)
      return [...jpeg.decode(bytes).data.subarray(0, 3)]
    }
    for (const [r, g, b] of [yuv("yuv422", [90, 76, 240, 76]), yuv("yuyv", [76, 90, 76, 240])])
      assert.isTrue(r! > 200 && g! < 60 && b! < 60, `${r} ${g} ${b}`)
  })
})

describe("live video without an encoder", () => {
  const still = (bytes: number): Picture => ({
    kind: "encoded",
    mime: "image/jpeg",
    width: 4,
    height: 3,
    bytes: new Uint8Array(bytes),
    capturedMs: 1
  })
  const settings = { width: 4, height: 3, fps: 5, bitsPerSecond: 80_000 }

  it("live video without an encoder keeps to the pictures and bits of a second", () => {
    const sent: Array<number> = []
    const configs: Array<unknown> = []
    const stream = new JpegStream({
      config: (config) => configs.push(config),
      picture: (bytes) => sent.push(bytes.length)
    })
    for (let nowMs = 0; nowMs < 10_000; nowMs += 50) stream.picture(still(100), settings, nowMs)
    assert.isAtLeast(sent.length, 48)
    assert.isAtMost(sent.length, 52)
    assert.strictEqual(configs.length, 1)
    sent.length = 0
    for (let nowMs = 10_000; nowMs < 20_000; nowMs += 50) stream.picture(still(5_000), settings, nowMs)
    const bits = sent.reduce((sum, bytes) => sum + bytes * 8, 0)
    assert.isAtMost(bits, 80_000 * 11 + 40_000)
    assert.isAtLeast(bits, 80_000 * 8)
    assert.isFalse(stream.picture({ ...still(1), mime: "image/png" } as Picture, settings, 30_000))
  })

  it("live video is asked for less by the cloud, a slow link and a lag of its own", () => {
    const camera = {
      source: { kind: "v4l2", device: "/dev/video0" },
      width: 4,
      height: 3,
      fps: 10,
      bitrate_kbps: 1000,
      snapshot_interval_seconds: 1
    } as const
    const uplink = { rate: Infinity, window: new AckWindow() }
    const rates = new LiveRates(camera, uplink, 0)
    const size = { width: 4, height: 3 }
    assert.deepStrictEqual(rates.settings(null, 1), { ...size, fps: 10, bitsPerSecond: 1_000_000 })
    uplink.rate = 700_000
    assert.deepStrictEqual(rates.settings(null, 2), { ...size, fps: 10, bitsPerSecond: 700_000 })
    const reduced = { camera: "reduce", kbps: 300 } as const
    assert.deepStrictEqual(rates.settings(reduced, 3), { ...size, fps: 5, bitsPerSecond: 300_000 })
    uplink.rate = Infinity
    uplink.window.takes({ isKey: true, bytes: 1, seq: 1 }, 0)
    uplink.window.takes({ isKey: false, bytes: 1, seq: 2 }, 400)
    assert.strictEqual(rates.settings(null, 3_400).bitsPerSecond, 700_000)
  })
})
