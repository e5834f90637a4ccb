import type { PGlite } from "@electric-sql/pglite"
import { type Files, keepFiles } from "./FileSnapshot.ts"

/** Bytes that are compared, and brought back, together. */
const pageBytes = 16 * 1024

/** The Sync message: ends a request that was sent in part. */
const sync = Uint8Array.of(0x53, 0, 0, 0, 4)

interface Engine {
  readonly wasmMemory: WebAssembly.Memory
  readonly FS: Files
}

/**
 * Keeps a PGlite as it is now, memory and files; answers how to bring all of it back. That is quicker than to empty the
 * tables, and exact: rows, the caches and the places of everything are the same each time. No request may be under way.
 */
export const keep = (pglite: PGlite): (() => Promise<void>) => {
  const { FS, wasmMemory } = pglite.Module as unknown as Engine
  const memory = Buffer.from(new Uint8Array(wasmMemory.buffer))
  const restoreFiles = keepFiles(FS)
  return async () => {
    await pglite.execProtocolRaw(sync)
    if (pglite.isInTransaction()) await pglite.exec("ROLLBACK")
    const now = new Uint8Array(wasmMemory.buffer)
    for (let at = 0; at < memory.length; at += pageBytes) {
      const end = Math.min(at + pageBytes, memory.length)
      if (memory.compare(now, at, end, at, end) !== 0) now.set(memory.subarray(at, end), at)
    }
    now.fill(0, memory.length)
    restoreFiles()
  }
}
