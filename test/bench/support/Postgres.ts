import { randomUUID } from "node:crypto"
import postgres from "postgres"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { removable, start } from "./Program.ts"

const server = process.env["BENCH_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres"

const administer = async (statement: string) => {
  const sql = postgres(server, { max: 1, connect_timeout: 3, onnotice: () => undefined })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}

const newName = () => `fleet_bench_${randomUUID().replaceAll("-", "")}`

const addressOf = (name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const drop = (name: string) => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)

const migrate = async (): Promise<string | null> => {
  const name = newName()
  try {
    await administer(`CREATE DATABASE ${name}`)
  } catch (error) {
    console.log(`No Postgres at ${new URL(server).host}: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
  const program = await start("servers/migrate.ts", {
    core: "any",
    env: { FLEET_DATA: join(tmpdir(), name), DATABASE_URL: addressOf(name), FLEET_SECRET: name, LOG_LEVEL: "error" }
  })
  await program.stop()
  return name
}

let template: Promise<string | null> | undefined

/** Drops what temporary databases were copied from; the next one makes another. */
export const dropTemplate = async (): Promise<void> => {
  const name = await template
  template = undefined
  if (typeof name === "string") await drop(name)
}

/**
 * The address of a database on a Postgres (BENCH_POSTGRES), as our service makes it, without rows; `stopAll` drops it.
 * Null where none answers. It is a copy of one that was migrated once: to migrate takes longer than many a measurement.
 */
export const temporaryDatabase = async (): Promise<string | null> => {
  const made = await (template ??= migrate())
  if (made === null) return null
  const name = newName()
  await administer(`CREATE DATABASE ${name} TEMPLATE ${made}`)
  removable(() => drop(name))
  return addressOf(name)
}

const ask = async (url: string, statement: string): Promise<number> => {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => undefined })
  try {
    const [row] = await sql.unsafe(statement)
    return row!["number"] as number
  } finally {
    await sql.end()
  }
}

/** How much a database takes, its indexes included. */
export const databaseBytes = (url: string): Promise<number> =>
  ask(url, "SELECT pg_database_size(current_database())::float8 AS number")

/** Recorded samples of closed hours that are in no block yet. */
export const uncompacted = (url: string): Promise<number> =>
  ask(
    url,
    `SELECT count(*)::float8 AS number FROM samples_hot
     WHERE ts < floor(extract(epoch FROM now()) / 3600) * 3600000 - 3600000`
  )

/** Milliseconds of live video that were written to an app's account. */
export const billedLiveMs = (url: string, appId: string): Promise<number> =>
  ask(
    url,
    `SELECT coalesce(sum(value), 0)::float8 AS number FROM usage_counters
     WHERE metric = 'live_session_ms' AND app_id = '${appId}'`
  )

/** Gives the space of deleted rows back, as autovacuum does in time. */
export const vacuum = async (url: string): Promise<void> => {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => undefined })
  try {
    await sql.unsafe("VACUUM FULL")
  } finally {
    await sql.end()
  }
}
