import { PGlite } from "@electric-sql/pglite"
import crypto from "node:crypto"
import { templateFolder } from "../../support/Template.ts"
import { Generator } from "../kernel/Generator.ts"
import { MemoryFolder } from "../../support/database/MemoryFolder.ts"
import { keep } from "../../support/database/Snapshot.ts"

/** A migrated database for one seed after the other. */
export interface SharedDatabase {
  readonly pglite: PGlite
  /** Keeps everything as it is now, for `restore`. */
  readonly keep: () => void
  /** Brings back what was kept; what is random in the database begins with the seed. */
  readonly restore: (seed: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Random bytes that PGlite has in store for ids, which it fills again when they are used up. */
const store: { bytes: Uint8Array | null; fills: number } = { bytes: null, fills: 0 }
const storeBytes = 1024

const watchStore = (): (() => void) => {
  const { randomFillSync } = crypto
  crypto.randomFillSync = ((bytes: Uint8Array, ...rest: []) => {
    if (bytes.byteLength === storeBytes) {
      store.bytes = bytes
      store.fills++
    }
    return randomFillSync(bytes, ...rest)
  }) as typeof randomFillSync
  return () => {
    crypto.randomFillSync = randomFillSync
  }
}

/** Uses up what is in store, and fills it from the seed. */
const fillStore = ({ Module: { FS } }: PGlite, seed: number): void => {
  const { fills } = store
  const source = FS.open("/dev/urandom", "r")
  while (store.fills === fills) FS.read(source, new Uint8Array(1), 0, 1)
  FS.close(source)
  new Generator(seed).fork("ids").bytes(store.bytes!)
}

/** Less of everything than its own, which costs nothing that a seed looks at. */
const settings = ["shared_buffers=32MB", "full_page_writes=off", "synchronous_commit=off"]

export const openDatabase = async (): Promise<SharedDatabase> => {
  const folder = await templateFolder()
  const unwatch = watchStore()
  const pglite = await PGlite.create({
    fs: new MemoryFolder(folder),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ["-c", setting])]
  })
  let bringBack: (() => Promise<void>) | null = null
  return {
    pglite,
    keep: () => {
      bringBack = keep(pglite)
    },
    restore: async (seed) => {
      await bringBack!()
      fillStore(pglite, seed)
    },
    close: async () => {
      unwatch()
      await pglite.close()
    }
  }
}
