import { Effect, Option, Stream } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type BlobStorage, blobPath } from "./BlobStorage.ts"
import { type Disk, DiskRoom } from "./DiskRoom.ts"
import { folderNamed } from "./folderNamed.ts"
import { folderNames, isMissing } from "./folderNames.ts"
import { makeIntake } from "./makeIntake.ts"
import { ofStore } from "./StoreUnavailable.ts"

const promise = ofStore

/** What a power cut would forget: that a file has its name. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}

const blobName = /^[0-9a-f]{64}$/
const listedAtOnce = 500
/** Room that is kept for the next bytes of a body whose size is not known. */
const roomAtOnce = 16_000_000

/** Blobs as files below a folder. What comes in is written to `tmp` beside them, synced and renamed. */
export const folderBlobs = (root: string, disk?: Disk): BlobStorage["Service"] => {
  const unfinished = join(root, "tmp")
  const room = new DiskRoom(unfinished, disk)
  const pathOf = (sha256: string) => join(root, "b", blobPath(sha256))

  const move = async (from: string, to: string): Promise<void> => {
    const folder = dirname(to)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(from, to)
    for (let each = folder; each.length >= root.length; each = dirname(each)) await syncFolder(each)
  }

  const receive: BlobStorage["Service"]["receive"] = Effect.fnUntraced(function* (body, maxBytes, expected) {
    const path = join(unfinished, randomUUID())
    let kept = false
    const reserved = yield* Effect.acquireRelease(
      promise(() => room.reserve(expected === "announced" ? maxBytes : Math.min(roomAtOnce, maxBytes))),
      (taken) => Effect.sync(() => taken.release())
    )
    const handle: FileHandle = yield* Effect.acquireRelease(
      promise(() => open(path, "wx", 0o600)),
      (opened) => promise(() => opened.close().then(() => (kept ? undefined : rm(path, { force: true }))))
    )
    const intake = makeIntake(createHash("sha256"), maxBytes)
    const { head, sha256, size, tail } = yield* intake(body, (chunk) =>
      Effect.uninterruptible(
        promise(async () => {
          if (reserved.left() < chunk.length) await reserved.extend(Math.max(roomAtOnce, chunk.length))
          await handle.writeFile(chunk)
          reserved.written(chunk.length)
        })
      )
    )
    yield* promise(() => handle.sync())
    reserved.release()
    return {
      sha256,
      size,
      head,
      tail,
      bytes: Effect.suspend(() => promise(() => readFile(kept ? pathOf(sha256) : path))),
      keep: Effect.uninterruptible(
        Effect.suspend(() => {
          if (kept) return Effect.void
          return Effect.andThen(
            promise(() => move(path, pathOf(sha256))),
            Effect.sync(() => void (kept = true))
          )
        })
      )
    }
  })

  const read: BlobStorage["Service"]["read"] = Effect.fnUntraced(function* (sha256, range) {
    const handle = yield* Effect.acquireRelease(
      promise(() => open(pathOf(sha256), "r").catch((error) => (isMissing(error) ? null : Promise.reject(error)))),
      (opened) => (opened === null ? Effect.void : promise(() => opened.close()))
    )
    if (handle === null) return Option.none()
    const bytes = createReadStream("", { fd: handle, autoClose: false, ...range })
    return Option.some(
      Stream.fromAsyncIterable(bytes, (error) => (error instanceof Error ? error : new Error(String(error))))
    )
  })

  async function* listed() {
    let some: Array<{ readonly sha256: string; readonly size: number }> = []
    for (const outer of await folderNames(join(root, "b"))) {
      for (const inner of await folderNames(join(root, "b", outer))) {
        for (const sha256 of await folderNames(join(root, "b", outer, inner))) {
          if (!blobName.test(sha256)) continue
          const found = await stat(pathOf(sha256)).catch(() => null)
          if (found === null) continue
          some.push({ sha256, size: found.size })
          if (some.length < listedAtOnce) continue
          yield some
          some = []
        }
      }
    }
    if (some.length > 0) yield some
  }

  return {
    receive,
    read,
    remove: (sha256) => promise(() => rm(pathOf(sha256), { force: true })),
    list: Stream.orDie(Stream.fromAsyncIterable({ [Symbol.asyncIterator]: listed }, (error) => error)),
    removeUnfinished: (before) =>
      promise(async () => {
        let removed = 0
        for (const name of await folderNames(unfinished)) {
          const path = join(unfinished, name)
          const found = await stat(path).catch(() => null)
          if (found === null || found.mtime >= before) continue
          await rm(path, { force: true })
          removed++
        }
        return removed
      }),
    named: folderNamed(root, room)
  }
}
