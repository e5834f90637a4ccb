import { decodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { Effect, Option } from "effect"
import { encodedPicture } from "../../engine/cameras/Picture.ts"
import { liveCameras } from "../documents.ts"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"
import { NotSupported } from "../Verdicts.ts"

const lookMs = 6000

/** How the bytes of an image begin. */
const magics: Readonly<Record<string, ReadonlyArray<number>>> = {
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47],
  "image/webp": [0x52, 0x49, 0x46, 0x46]
}

/** The size that the bytes of a JPEG or PNG say; null for others. */
const sizeOf = (image: Uint8Array): string | null => {
  const picture = encodedPicture(image, 0)
  return picture === null ? null : `${picture.width} x ${picture.height}`
}

const stillsOf = (kit: Kit, from: number) =>
  kit.cloud.frames
    .slice(from)
    .flatMap(({ atMs, binary }) =>
      binary === undefined ? [] : Option.toArray(Option.map(decodeSnapshot(binary), (still) => ({ atMs, ...still })))
    )

export const snapshots: ReadonlyArray<Rule> = [
  {
    id: "snapshot.interval",
    section: "13.1",
    sentence: "A camera's still is sent each snapshot_interval_seconds, with its slug, type and size.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({})
      const from = kit.mark
      yield* kit.configure({ cameras: liveCameras(kit.robot.cameraUrl) })
      const first = yield* Effect.result(
        kit.until("still", () => kit.cloud.frames.slice(from).some(({ binary }) => binary))
      )
      if (first._tag === "Failure") {
        const reported = kit.cloud.all("camera_state", from).find(({ error }) => error?.code === "unsupported")
        if (reported !== undefined) return yield* new NotSupported({ message: "The bridge has no cameras." })
        return yield* first.failure
      }
      yield* Effect.sleep(lookMs)
      const stills = stillsOf(kit, from)
      yield* kit.configure({})
      for (const { header, image } of stills) {
        const magic = magics[header.mime]
        yield* kit.must(header.slug === "front", `A still was of ${header.slug}.`)
        yield* kit.must(magic !== undefined, `The cloud keeps no ${header.mime}: send image/jpeg, png or webp.`)
        yield* kit.must(magic?.every((byte, at) => image[at] === byte) === true, `The bytes are no ${header.mime}.`)
        const claimed = `${header.width} x ${header.height}`
        const size = sizeOf(image)
        yield* kit.must(
          size === null || size === claimed,
          `The header says ${claimed}, the image ${size}: the cloud shows it with that of the image.`
        )
      }
      // One at once, then one a second; taking it costs time.
      yield* kit.must(stills.length >= 4 && stills.length <= 8, `At one a second ${stills.length} came in 6 s.`)
      const times = stills.map(({ header }) => header.timestamp_ms)
      yield* kit.must(
        times.every((time, at) => at === 0 || time > times[at - 1]!),
        "timestamp_ms does not move."
      )
    })
  },
  {
    id: "snapshot.removed",
    section: "13.2",
    sentence: "A camera that is not in the newest configuration sends nothing more.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({})
      yield* kit.isAlive
      const from = kit.mark
      yield* Effect.sleep(kit.patient(2500))
      // What was sent before these answers has come, however late they are.
      yield* kit.isAlive
      yield* kit.isAlive
      const more = stillsOf(kit, from).length
      yield* kit.must(more === 0, `${more} stills came.`)
    })
  },
  {
    id: "snapshot.frame",
    section: "13.1",
    sentence: "A binary frame is a 4-byte length, a header and an image, at most 1572864 bytes in all.",
    needs: [],
    check: (kit) => {
      const frames = kit.cloud.frames.flatMap(({ binary }) => binary ?? [])
      if (frames.length === 0) return Effect.fail(new NotSupported({ message: "No binary frame came." }))
      const odd = frames.filter((frame) => Option.isNone(decodeSnapshot(frame)))
      return kit.must(odd.length === 0, `${odd.length} of ${frames.length} binary frames were no snapshots.`)
    }
  }
]
