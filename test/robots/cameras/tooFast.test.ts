import { assert, describe, it } from "@effect/vitest"
import { decodeSnapshot, encodeSnapshot, maxSnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import type { RobotHome } from "@fleet/server/robots/home/RobotHome"
import { maxImages } from "@fleet/server/robots/cameras/CameraSnapshot"
import { SnapshotMemory } from "@fleet/server/robots/cameras/SnapshotMemory"
import { SnapshotPart } from "@fleet/server/robots/cameras/SnapshotPart"
import { SnapshotQueue } from "@fleet/server/robots/cameras/SnapshotQueue"
import { Effect } from "effect"
import { picture } from "./pictures.ts"

const header = (slug: string) => ({
  type: "snapshot" as const,
  slug,
  mime: "image/png",
  width: 4,
  height: 3,
  timestamp_ms: 1
})

/** The images of a robot with cameras, over a store that takes everything at once. */
const aPart = () => {
  const now = { ms: 1_000 }
  const published = { exposures: new Map() }
  const storage = {
    memory: new SnapshotMemory(1e9, { stills_bytes: 0 }),
    queue: new SnapshotQueue(32, (work) => Effect.runSync(work)),
    put: () => Effect.void,
    nowMs: () => now.ms,
    onDropped: () => undefined
  }
  const home = { robotId: "r", published } as unknown as RobotHome
  const part = new SnapshotPart(home, storage, () => undefined)
  return { now, part }
}

describe("images that come too fast", () => {
  it("images that come too fast are dropped unseen: four at once of a camera, and four a second", () => {
    const { now, part } = aPart()
    const image = picture("image/png", 4, 3)
    const taken = (slug: string, times: number) =>
      Array.from({ length: times }, () => part.snapshot(header(slug), image)).filter((isTaken) => isTaken).length
    assert.strictEqual(taken("front", maxImages + 1), maxImages)
    assert.strictEqual(taken("back", maxImages + 1), maxImages)
    now.ms += 249
    assert.strictEqual(taken("front", 1), 0)
    now.ms += 1
    assert.strictEqual(taken("front", 2), 1)
    now.ms += 60_000
    assert.strictEqual(taken("front", maxImages + 1), maxImages)
  })

  it("images that come too fast cost nothing to refuse: those that are none count too", () => {
    const { part } = aPart()
    for (let index = 0; index < maxImages; index++) assert.isFalse(part.snapshot(header("front"), Buffer.from("none")))
    assert.isFalse(part.snapshot(header("front"), picture("image/png", 4, 3)))
  })

  it("images of a robot without a bridge leave nothing a second after the last was stored", () => {
    const { now, part } = aPart()
    part.snapshot(header("front"), picture("image/png", 4, 3))
    part.snapshot(header("back"), Buffer.from("none"))
    now.ms += 999
    part.tick(now.ms)
    assert.isFalse(part.isVacant)
    now.ms += 1
    part.tick(now.ms)
    assert.isTrue(part.isVacant)
  })

  it("an image's header of more than 4 KiB is refused", () => {
    const bytes = (slug: string) => encodeSnapshot(header(slug), Buffer.alloc(1))
    const rest = bytes("").length - 5
    assert.strictEqual(decodeSnapshot(bytes("x".repeat(maxSnapshotHeader - rest)))._tag, "Some")
    assert.strictEqual(decodeSnapshot(bytes("x".repeat(maxSnapshotHeader - rest + 1)))._tag, "None")
  })
})
