import { PGlite } from "@electric-sql/pglite"
import crypto from "node:crypto"
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Generator } from "../kernel/Generator.ts"
import { templateFolder } from "../../support/Template.ts"

/** A migrated database for one seed after the other. */
export interface SharedDatabase {
  readonly pglite: PGlite
  /** Removes every row of every table, and starts every sequence over; what is random in it begins with the seed. */
  readonly empty: (seed: number) => Promise<void>
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
const fillStore = async (pglite: PGlite, seed: number): Promise<void> => {
  const { fills } = store
  while (store.fills === fills) await pglite.query("SELECT gen_random_uuid()")
  new Generator(seed).fork("ids").bytes(store.bytes!)
}

/** A folder in memory, where the system has one. */
const memory = "/dev/shm"

export const openDatabase = async (): Promise<SharedDatabase> => {
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "fleet-simulation-"))
  cpSync(await templateFolder(), join(folder, "db"), { recursive: true })
  const unwatch = watchStore()
  const pglite = await PGlite.create(join(folder, "db"))
  const { rows } = await pglite.query<{ readonly name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename !~ 'migrations' ORDER BY 1`
  )
  const names = rows.map(({ name }) => name).join(", ")
  return {
    pglite,
    empty: async (seed) => {
      if (pglite.isInTransaction()) await pglite.exec("ROLLBACK")
      await pglite.exec("DISCARD ALL")
      // Partitions are added as time passes.
      const { rows } = await pglite.query<{ readonly name: string }>(
        `SELECT i.inhrelid::regclass::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE c.relkind = 'r' AND i.inhrelid <> 'samples_late'::regclass`
      )
      if (rows.length > 0) await pglite.exec(`DROP TABLE ${rows.map(({ name }) => name).join(", ")}`)
      await pglite.exec(`TRUNCATE ${names} RESTART IDENTITY CASCADE`)
      await fillStore(pglite, seed)
    },
    close: async () => {
      unwatch()
      await pglite.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
