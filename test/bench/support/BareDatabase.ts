import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startOurs } from "./Ours.ts"
import { type Program, start, removable } from "./Program.ts"

/** A folder with an embedded database as our service makes it, which no server uses any more. */
export const migratedFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "fleet-bench-migrated-"))
  removable(() => rm(folder, { recursive: true, force: true }))
  const server = await startOurs({ env: { FLEET_DATA: folder } })
  await server.stop()
  return join(folder, "db")
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
