import { rmSync } from "node:fs"
import { cp, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Program, start, removable } from "./Program.ts"

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "fleet-bench-migrated-"))
  removable(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const migrate = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "fleet-bench-template-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const program = await start("servers/migrate.ts", {
    core: "any",
    env: { FLEET_DATA: folder, DATABASE_URL: "", LOG_LEVEL: "error" }
  })
  await program.stop()
  return join(folder, "db")
}

let template: Promise<string> | undefined

/**
 * Fills a folder with an embedded database as our service makes it, without rows. Made once and then copied: making one
 * takes longer than many a measurement.
 */
export const copyMigrated = async (folder: string): Promise<void> =>
  cp(await (template ??= migrate()), folder, { recursive: true })

/** A folder with an embedded database as our service makes it, which no server uses. */
export const migratedFolder = async (): Promise<string> => {
  const folder = join(await temporaryFolder(), "db")
  await copyMigrated(folder)
  return folder
}

/** Bare statements on a database of our service, from the server's core. */
export const startBareDatabase = (
  where: { readonly databaseUrl: string } | { readonly migratedFolder: string }
): Promise<Program<unknown>> =>
  start("servers/bareDatabase.ts", {
    core: "server",
    env:
      "databaseUrl" in where
        ? { DATABASE_URL: where.databaseUrl }
        : { DATABASE_URL: "", DATABASE_FOLDER: where.migratedFolder }
  })
