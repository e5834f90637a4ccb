import { PGlite } from "@electric-sql/pglite"
import type { OpenDatabase } from "../../../packages/server/src/platform/sql/pglite/Messages.ts"
import type { Databases } from "../../../packages/server/src/platform/sql/pglite/PgliteThread.ts"
import { serveSessions, startParams } from "../../../packages/server/src/platform/sql/pglite/serveDatabase.ts"
import { localLine } from "./localLine.ts"
import { MemoryFolder } from "./MemoryFolder.ts"
import { keep } from "./Snapshot.ts"

interface Kept {
  readonly pglite: PGlite
  readonly restore: () => Promise<void>
  readonly bytes: number
}

/** What statements of tests have Postgres load. */
const libraries = ["plpgsql"]

/** What nobody has, by folder. */
const idle = new Map<string, Array<Kept>>()

const bytesOf = ({ Module }: PGlite): number =>
  (Module as unknown as { readonly wasmMemory: WebAssembly.Memory }).wasmMemory.buffer.byteLength

/** Its log is never read, as its memory goes with it: whole pages are not written to it, nor a new file of 16 MB bit by bit. */
const params = [...startParams, "-c", "full_page_writes=off", "-c", "wal_init_zero=off"]

const make = async (folder: string): Promise<Kept> => {
  const pglite = await PGlite.create({ fs: new MemoryFolder(folder), startParams: params })
  // What is loaded after the snapshot is taken for loaded for ever, and is gone with the next one that is brought back.
  for (const library of libraries) await pglite.exec(`LOAD '${library}'`)
  return { pglite, restore: keep(pglite), bytes: bytesOf(pglite) }
}

/** One that has grown much is not kept: its memory would stay. Nor is one that is broken. */
const giveBack = async (folder: string, kept: Kept): Promise<void> => {
  if (bytesOf(kept.pglite) > kept.bytes * 2) return kept.pglite.close()
  try {
    await kept.restore()
  } catch {
    return
  }
  const others = idle.get(folder)
  if (others === undefined) idle.set(folder, [kept])
  else others.push(kept)
}

const serve = async (request: OpenDatabase): Promise<void> => {
  const { folder, port } = request
  try {
    const kept = idle.get(folder)?.pop() ?? (await make(folder))
    serveSessions(kept.pglite, request, () => giveBack(folder, kept))
  } catch (cause) {
    port.postMessage({ kind: "failed", message: String(cause) })
    port.close()
  }
}

/**
 * The databases of a process that runs test files: copies of a folder in memory, used again. They are in the thread of the
 * tests, as each message to another one costs more than most statements.
 */
export const keptDatabases: Databases = {
  request: (folder) => {
    const { line, port, unread } = localLine()
    void serve({ folder, port, unread })
    return line
  }
}
