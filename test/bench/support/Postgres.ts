import { randomUUID } from "node:crypto"
import postgres from "postgres"
import { removable } from "./Program.ts"

const server = process.env["BENCH_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/postgres"

const administer = async (statement: string) => {
  const sql = postgres(server, { max: 1, connect_timeout: 3, onnotice: () => undefined })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}

/** The address of an empty database on a Postgres (BENCH_POSTGRES) that `stopAll` drops; null where none answers. */
export const temporaryDatabase = async (): Promise<string | null> => {
  const name = `fleet_bench_${randomUUID().replaceAll("-", "")}`
  try {
    await administer(`CREATE DATABASE ${name}`)
  } catch (error) {
    console.log(`No Postgres at ${new URL(server).host}: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
  removable(() => administer(`DROP DATABASE ${name} WITH (FORCE)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
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

/** Gives the space of deleted rows back, as autovacuum does in time. */
export const vacuum = async (url: string): Promise<void> => {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => undefined })
  try {
    await sql.unsafe("VACUUM FULL")
  } finally {
    await sql.end()
  }
}
