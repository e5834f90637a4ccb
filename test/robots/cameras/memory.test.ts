import { assert, describe, it } from "@effect/vitest"
import type { Snapshot } from "@fleet/server/robots/cameras/Snapshot"
import { SnapshotMemory } from "@fleet/server/robots/cameras/SnapshotMemory"
import type { SnapshotStorage } from "@fleet/server/robots/cameras/CameraSnapshot"
import { SnapshotPart } from "@fleet/server/robots/cameras/SnapshotPart"
import { SnapshotQueue } from "@fleet/server/robots/cameras/SnapshotQueue"
import type { RobotHome } from "@fleet/server/robots/home/RobotHome"
import { Effect, Logger } from "effect"
import { picture } from "./pictures.ts"

const limit = 1_000_000
const atOnce = 32
const slugs = Array.from({ length: atOnce }, (_, index) => `camera_${index}`)

/** The cameras of a connected robot, a second between two images, over a store that ends what it was given when it is told to. */
const aPart = () => {
  const now = { ms: 10_000_000 }
  const counters = { stills_bytes: 0 }
  const dropped = { count: 0 }
  const given: Array<{ readonly snapshot: Snapshot; readonly end: (answer: Effect.Effect<void>) => void }> = []
  const storage: SnapshotStorage = {
    memory: new SnapshotMemory(limit, counters),
    queue: new SnapshotQueue(atOnce, (work) => Effect.runFork(Effect.provide(work, Logger.layer([])))),
    put: (snapshot) => Effect.callback((resume) => void given.push({ snapshot, end: resume })),
    nowMs: () => now.ms,
    onDropped: () => void dropped.count++
  }
  const home = { robotId: "r", published: { exposures: new Map() } } as unknown as RobotHome
  const part = new SnapshotPart(home, storage, () => undefined)
  part.attach()
  const keep = (slug: string, bytes: number) => {
    now.ms += 1000
    const start = picture("image/png", 4, 3)
    const image = Buffer.concat([start, Buffer.alloc(bytes - start.length)])
    const header = { type: "snapshot", slug, mime: "image/png", width: 4, height: 3, timestamp_ms: 1 } as const
    assert.isTrue(part.snapshot(header, image))
    return image
  }
  /** Ends all that was given to the store, and answers whose it was. */
  const end = async (answer: Effect.Effect<void> = Effect.void) => {
    const ended = given.splice(0)
    for (const each of ended) each.end(answer)
    await new Promise(setImmediate)
    return ended.map(({ snapshot }) => snapshot.slug)
  }
  /** An image that is not stored, of a camera of which one is. */
  const keepUnstored = async (slug: string, bytes: number) => {
    keep(slug, bytes)
    await end()
    keep(slug, bytes)
  }
  const inMemory = (...asked: ReadonlyArray<string>) => asked.filter((slug) => part.described(slug) !== null)
  return { counters, dropped, end, inMemory, keep, keepUnstored, now, part }
}

describe("the memory of images", () => {
  it("the memory of images is bounded while the store hangs, also where those that it was given are replaced", () => {
    const { counters, dropped, keep } = aPart()
    const bytes = 100_000
    for (const slug of slugs) keep(slug, bytes)
    assert.deepStrictEqual([counters.stills_bytes, dropped.count], [atOnce * bytes, 0])
    // What the store was given is in memory besides.
    for (const slug of slugs) keep(slug, bytes)
    assert.isAtMost(counters.stills_bytes, limit)
    assert.strictEqual(dropped.count, atOnce - limit / bytes)
  })

  it("the memory of images is taken from one that is stored, before one is dropped for a store that is busy", async () => {
    const { dropped, end, inMemory, keep, keepUnstored } = aPart()
    await keepUnstored("older", 400_000)
    keep("stored", 400_000)
    await end()
    for (const slug of slugs) keep(slug, 1000)
    keep("new", 400_000)
    assert.deepStrictEqual(inMemory("older", "stored", "new"), ["older", "new"])
    assert.strictEqual(dropped.count, 0)
  })

  it("the memory of images is not waited for where the store refuses one: it is dropped, and not tried again", async () => {
    const { counters, dropped, end, inMemory, keep, keepUnstored } = aPart()
    await keepUnstored("older", 600_000)
    keep("new", 600_000)
    assert.sameMembers(await end(Effect.die("refused")), ["older", "new"])
    assert.deepStrictEqual(await end(), [])
    assert.deepStrictEqual(inMemory("older", "new"), ["new"])
    assert.deepStrictEqual([counters.stills_bytes, dropped.count], [600_000, 1])
  })

  it("the memory of images is given back also of one that was described", async () => {
    const { keep, keepUnstored, part } = aPart()
    await keepUnstored("front", 50_000)
    const described = keep("front", 50_000)
    assert.strictEqual(part.described("front")?.width, 4)
    keep("front", 50_000)
    assert.strictEqual(described.length, 0)
  })

  it("the memory of images has none of a robot that left, also where the clock was set back since", async () => {
    const { end, keep, now, part } = aPart()
    keep("front", 1000)
    part.detach(now.ms)
    await end()
    part.tick(now.ms)
    assert.isFalse(part.isVacant)
    now.ms -= 3_600_000
    part.tick(now.ms)
    assert.isTrue(part.isVacant)
  })
})
