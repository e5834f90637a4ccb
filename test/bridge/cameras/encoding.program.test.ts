import { assert, describe, it } from "@effect/vitest"
import { deviceInput, liveArguments, passArguments, pictureInput } from "@fleet/bridge/engine/cameras/encoderArguments"
import { encodeDevice, encodePictures } from "@fleet/bridge/engine/cameras/EncodedStream"
import { Ffmpeg } from "@fleet/bridge/engine/cameras/Ffmpeg"
import type { OnPicture, Picture } from "@fleet/bridge/engine/cameras/Picture"
import { encodedPicture, type PixelFormat } from "@fleet/bridge/engine/cameras/Picture"
import { maxUnread, PictureTimes } from "@fleet/bridge/engine/cameras/PictureTimes"
import { Deferred, Effect } from "effect"
import jpeg from "jpeg-js"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { temporaryFolder } from "../../support/Temporary.ts"
import { run } from "./h264.ts"
import { hasFfmpeg } from "./world.ts"

describe("times of pictures", () => {
  it("times of pictures are known by the encoder's own, whatever it drops or repeats", () => {
    const times = new PictureTimes()
    const written = Array.from(
      { length: 20 },
      (_, index) => [times.written(5_000 + index * 33.4), 5_000 + index * 33.4] as const
    )
    for (const index of [0, 1, 1, 4, 5, 5, 5, 19]) {
      const [atMs, capturedMs] = written[index]!
      assert.strictEqual(times.capturedMs(atMs), capturedMs)
    }
    assert.strictEqual(times.size, 1)
  })

  it("times of pictures go on where the robot's clock is set back or ahead", () => {
    const times = new PictureTimes()
    const captured = [10_000, 9_000, 9_000, 90_000_000]
    const at = captured.map((capturedMs) => times.written(capturedMs))
    assert.deepStrictEqual(at, [0, 1, 2, 1_002])
    assert.deepStrictEqual(
      at.map((atMs) => times.capturedMs(atMs)),
      captured
    )
  })

  it("times of pictures that never come back are forgotten beyond 256", () => {
    const times = new PictureTimes()
    for (let index = 0; index < maxUnread; index++) times.written(index)
    assert.deepStrictEqual([times.size, times.capturedMs(0)], [maxUnread, 0])
    times.written(maxUnread)
    assert.strictEqual(times.size, maxUnread)
    assert.strictEqual(times.capturedMs(0), 1)
    assert.isNull(new PictureTimes().capturedMs(5))
  })
})

const size = { width: 64, height: 48 }
const pixels = (bytes: number, shade: number) => Buffer.alloc(size.width * size.height * bytes, shade)
const aJpeg = (shade: number, capturedMs: number) =>
  encodedPicture(Uint8Array.from(jpeg.encode({ data: pixels(4, shade), ...size }, 80).data), capturedMs)!
const bytesOf: Readonly<Record<PixelFormat, number>> = {
  rgb24: 3,
  bgr24: 3,
  rgba: 4,
  bgra: 4,
  gray: 1,
  uyvy422: 2,
  yuyv422: 2
}

/** What the encoder makes of pictures that are given to it at a pace, until as many have come as are wanted; the first, which is written twice, once. */
const encoded = Effect.fnUntraced(function* (pictures: ReadonlyArray<Picture>, wanted: number, everyMs = 40) {
  const ffmpeg = yield* (yield* Ffmpeg).find
  const came: Array<{ readonly capturedMs: number; readonly isKey: boolean }> = []
  const done = yield* Deferred.make<void>()
  let sink: OnPicture = () => {}
  const uplink = {
    config: () => {},
    picture: (_: Uint8Array, isKey: boolean, capturedMs: number) => {
      if (came.at(-1)?.capturedMs !== capturedMs) came.push({ capturedMs, isKey })
      if (came.length === wanted) Deferred.doneUnsafe(done, Effect.void)
    }
  }
  const feed = Effect.gen(function* () {
    for (const picture of pictures) {
      sink(picture)
      yield* Effect.sleep(everyMs)
      // What comes while ffmpeg starts is not kept for it.
      while (came.length === 0) yield* Effect.sleep(everyMs)
    }
    return yield* Effect.never
  })
  // Far more than come: none is left out for its rate.
  const settings = { ...size, fps: 200, bitsPerSecond: 1_000_000 }
  const encoding = encodePictures(ffmpeg, settings, uplink, (next) => (sink = next))
  yield* Effect.raceFirst(Deferred.await(done), Effect.raceFirst(encoding, feed)).pipe(
    Effect.timeout("1 minute"),
    Effect.catch((error) => Effect.die(new Error(`${came.length} of ${wanted} came: ${String(error)}`)))
  )
  return came
})

describe.skipIf(!hasFfmpeg)("an encoder of pictures", () => {
  it.live("an encoder of pictures that drops one still knows when each of the others was captured", () =>
    Effect.gen(function* () {
      const broken = (picture: Picture) => ({ ...picture, bytes: picture.bytes.map((byte, at) => (at < 4 ? byte : 0)) })
      const all = Array.from({ length: 24 }, (_, index) => aJpeg(index * 10, 1_000_000 + index * 40))
      const given = all.map((picture, index) => (index === 8 || index === 9 ? broken(picture) : picture))
      const came = (yield* encoded(given, 20)).map(({ capturedMs }) => capturedMs)
      assert.includeMembers(
        all.map(({ capturedMs }) => capturedMs),
        came
      )
      assert.strictEqual(came.at(-1), all[came.length + 1]!.capturedMs)
      assert.isTrue((yield* encoded(all, 2))[0]!.isKey)
    }).pipe(Effect.provide(Ffmpeg.layer("ffmpeg")))
  )

  it.live("an encoder of pictures gives a key picture every two seconds, though the camera sends few", () =>
    Effect.gen(function* () {
      const came = yield* encoded(
        Array.from({ length: 14 }, (_, index) => aJpeg(index * 10, 1_000_000 + index * 500)),
        12
      )
      const keys = came.flatMap(({ capturedMs, isKey }) => (isKey ? [capturedMs - 1_000_000] : []))
      assert.deepStrictEqual(keys.slice(0, 3), [0, 2_000, 4_000])
    }).pipe(Effect.provide(Ffmpeg.layer("ffmpeg")))
  )

  for (const format of Object.keys(bytesOf) as ReadonlyArray<PixelFormat>) {
    it.live(`an encoder of pictures takes ${format}, each as it is written`, () =>
      Effect.gen(function* () {
        const given = Array.from({ length: 6 }, (_, index): Picture => {
          return {
            kind: "raw",
            format,
            ...size,
            bytes: pixels(bytesOf[format], index * 40),
            capturedMs: 5_000 + index * 40
          }
        })
        const came = yield* encoded(given, given.length)
        assert.deepStrictEqual(
          came.map(({ capturedMs }) => capturedMs),
          given.map(({ capturedMs }) => capturedMs)
        )
      }).pipe(Effect.provide(Ffmpeg.layer("ffmpeg")))
    )
  }

  it.live("an encoder of pictures takes PNG", () =>
    Effect.gen(function* () {
      const bytes = run("ffmpeg", [
        "-f",
        "lavfi",
        "-i",
        "testsrc2=size=64x48:rate=1:duration=1",
        "-f",
        "image2pipe",
        "-c:v",
        "png",
        "-"
      ])
      const given = [0, 1, 2].map((index) => encodedPicture(Uint8Array.from(bytes), 5_000 + index * 40)!)
      const came = yield* encoded(given, 3)
      assert.deepStrictEqual(
        came.map(({ capturedMs }) => capturedMs),
        [5_000, 5_040, 5_080]
      )
    }).pipe(Effect.provide(Ffmpeg.layer("ffmpeg")))
  )
})

/** An ffmpeg whose only encoder is this one. */
const ffmpegWith = (encoder: string) => `#!/bin/sh
case "$*" in
  -version) echo "ffmpeg version 6.0" ;;
  *-encoders) echo " ${encoder} " ;;
esac
`

describe("an encoder of a graphics card", () => {
  it.live("an encoder of a graphics card is told that the key pictures it is asked for are to begin with", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "ffmpeg")
      yield* Effect.promise(() => writeFile(path, ffmpegWith("h264_nvenc"), { mode: 0o755 }))
      const found = yield* Effect.flatMap(Ffmpeg, ({ find }) => find).pipe(Effect.provide(Ffmpeg.layer(path)))
      const settings = { ...size, fps: 10, bitsPerSecond: 1_000_000 }
      const line = liveArguments(found, pictureInput, settings, true).join(" ")
      assert.match(line, /-c:v h264_nvenc .*-forced-idr 1 .*-force_key_frames/)
    }).pipe(Effect.scoped)
  )
})

describe("a device", () => {
  const source = { kind: "v4l2", device: "/dev/video0" } as const
  const settings = { width: 640, height: 480, fps: 15, bitsPerSecond: 2_000_000 }
  const software = { name: "libx264", global: [], filter: "format=yuv420p", options: ["-preset", "ultrafast"] }

  it("a device is read by ffmpeg, which is asked for the configured size, pictures and bits", () => {
    const found = { path: "ffmpeg", version: "5", encoder: software }
    const line = liveArguments(found, deviceInput(source), settings, true).join(" ")
    assert.include(line, "-f v4l2 -i /dev/video0 -an -vf fps=15,scale=640:480")
    assert.include(
      line,
      "-c:v libx264 -preset ultrafast -bf 0 -g 30 -force_key_frames expr:gte(t,n_forced*2) -b:v 2000000 -maxrate 2000000 -bufsize 1000000 -f flv"
    )
    assert.notInclude(line, "passthrough")
    assert.include(passArguments(deviceInput({ kind: "rtsp", url: "rtsp://c/x" })).join(" "), "-an -c:v copy -f flv")
  })

  // A computer without a camera has no such device; v4l2loopback would make one, but needs a module of the kernel.
  it.live.skipIf(!hasFfmpeg || !existsSync("/dev/video0"))("a device that is there gives pictures", () =>
    Effect.gen(function* () {
      const ffmpeg = yield* (yield* Ffmpeg).find
      const came = yield* Deferred.make<boolean>()
      const uplink = {
        config: () => {},
        picture: (_: Uint8Array, isKey: boolean) => void Deferred.doneUnsafe(came, Effect.succeed(isKey))
      }
      assert.isTrue(yield* Effect.raceFirst(Deferred.await(came), encodeDevice(ffmpeg, source, settings, uplink)))
    }).pipe(Effect.provide(Ffmpeg.layer("ffmpeg")))
  )
})
