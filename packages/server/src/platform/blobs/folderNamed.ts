import { Effect, Option, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { NamedBlobs } from "./BlobStorage.ts"
import type { DiskRoom } from "./DiskRoom.ts"
import { folderNames, isMissing } from "./folderNames.ts"
import { ofStore } from "./StoreUnavailable.ts"

const promise = ofStore

const unlessMissing = <A>(found: Promise<A>): Promise<A | null> =>
  found.catch((error) => (isMissing(error) ? null : Promise.reject(error)))

/** Named files below `s/`, written to `tmp/` and renamed. Nothing is synced: they are replaced soon. */
export const folderNamed = (root: string, room: DiskRoom): NamedBlobs => {
  const all = join(root, "s")
  const pathOf = (name: string) => join(all, name.slice(0, 2), name)

  const move = (from: string, to: string): Promise<void> =>
    rename(from, to).catch(async (error) => {
      if (!isMissing(error)) throw error
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await rename(from, to)
    })

  const write = async (path: string, parts: ReadonlyArray<Uint8Array>): Promise<void> => {
    const handle = await open(path, "wx", 0o600)
    try {
      for (const part of parts) await handle.writeFile(part)
    } finally {
      await handle.close()
    }
  }

  const head = async (path: string, most: number) => {
    const handle = await open(path, "r")
    try {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(most), 0, most, 0)
      return { bytes: buffer.subarray(0, bytesRead), size: (await handle.stat()).size }
    } finally {
      await handle.close()
    }
  }

  const put = async (name: string, parts: ReadonlyArray<Uint8Array>): Promise<void> => {
    await room.fit(parts.reduce((bytes, { length }) => bytes + length, 0))
    const path = join(root, "tmp", randomUUID())
    try {
      await write(path, parts)
      await move(path, pathOf(name))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  async function* listed() {
    for (const outer of await folderNames(all)) {
      const names = await folderNames(join(all, outer))
      if (names.length > 0) yield names
    }
  }

  return {
    put: (name, parts) => promise(() => put(name, parts)),
    read: (name) =>
      Effect.map(
        promise(() => unlessMissing(readFile(pathOf(name)))),
        Option.fromNullOr
      ),
    head: (name, most) =>
      Effect.map(
        promise(() => unlessMissing(head(pathOf(name), most))),
        Option.fromNullOr
      ),
    size: (name) =>
      Effect.map(
        promise(() => unlessMissing(stat(pathOf(name)))),
        (found) => found?.size ?? 0
      ),
    remove: (name) => promise(() => rm(pathOf(name), { force: true })),
    list: Stream.orDie(Stream.fromAsyncIterable({ [Symbol.asyncIterator]: listed }, (error) => error))
  }
}
