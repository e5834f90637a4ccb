import { PGlite } from "@electric-sql/pglite"
import { randomUUID } from "node:crypto"
import postgres from "postgres"
import { answer } from "../support/Answers.ts"
import { latencies } from "../support/Stats.ts"

/**
 * Bare statements on a database that our service has migrated: DATABASE_URL over postgres.js, or DATABASE_FOLDER in
 * PGlite. They write tables of their own with the columns, defaults and indexes of the service's.
 */
type Run = (statement: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Record<string, unknown>>>

const onPostgres = (url: string): Run => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  return async (statement, values = []) => [...(await sql.unsafe(statement, [...values] as [], { prepare: true }))]
}

const onPglite = async (folder: string): Promise<Run> => {
  const database = await PGlite.create(folder)
  return async (statement, values = []) => (await database.query<Record<string, unknown>>(statement, [...values])).rows
}

const url = process.env["DATABASE_URL"] ?? ""
const run = url === "" ? await onPglite(process.env["DATABASE_FOLDER"]!) : onPostgres(url)

interface Column {
  readonly column_name: string
  readonly data_type: string
}

/** A copy of the first of these tables that there is, with the columns that have to be given. */
const copyOf = async (names: ReadonlyArray<string>, copy: string): Promise<ReadonlyArray<Column>> => {
  for (const name of names) {
    const columns = await run(
      `SELECT column_name, data_type FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
         AND is_identity = 'NO' ORDER BY ordinal_position`,
      [name]
    )
    if (columns.length === 0) continue
    await run(`DROP TABLE IF EXISTS ${copy}`)
    await run(`CREATE TABLE ${copy} (LIKE ${name} INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING INDEXES)`)
    return columns as unknown as ReadonlyArray<Column>
  }
  throw new Error(`none of the tables ${names.join(", ")} is there`)
}

const robot = randomUUID()

/** A value for the column of the row number so-and-so. */
const valueOf = ({ column_name, data_type }: Column, index: number): unknown => {
  if (data_type === "uuid") return column_name === "id" ? randomUUID() : robot
  if (data_type === "jsonb") return `${(index % 977) / 8}`
  if (data_type.startsWith("timestamp")) return new Date().toISOString()
  if (data_type === "text") return "recorded"
  if (data_type === "boolean") return false
  // The time of a sample rises by a second; what else is a number stays within an integer.
  if (data_type === "double precision" || column_name === "ts") return 1_700_000_000_000 + index * 1000
  return column_name.endsWith("_id") ? 1 : index % 1_000_000_000
}

const listed = (columns: ReadonlyArray<Column>) => columns.map(({ column_name }) => column_name).join()

/** Two rows like that of a job, one after the other, each committed. */
const inserts = async ({ ms }: { readonly ms: number }) => {
  const columns = await copyOf(["job_runs"], "bench_jobs")
  const parameters = columns.map(({ data_type }, index) => `$${index + 1}::text::${data_type}`)
  const statement = `INSERT INTO bench_jobs (${listed(columns)}) VALUES (${parameters.join()})`
  let written = 0
  const insert = () =>
    run(
      statement,
      columns.map((column) => String(valueOf(column, written++)))
    )
  for (let warm = 0; warm < 500; warm++) await insert()
  const values: Array<number> = []
  for (const until = performance.now() + ms; performance.now() < until;) {
    const began = performance.now()
    await insert()
    await insert()
    values.push(performance.now() - began)
  }
  const { p50, p99 } = latencies(values)
  return { p50_ms: p50, p99_ms: p99 }
}

const batch = 5000

/** Rows like that of a recorded sample, by unnest, so many in a commit. */
const unnest = async ({ ms }: { readonly ms: number }) => {
  const columns = await copyOf(["samples_hot", "samples"], "bench_samples")
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`)
  const cast = columns.map(({ data_type }, index) => `c${index}::${data_type}`)
  const names = columns.map((_, index) => `c${index}`)
  const statement = `INSERT INTO bench_samples (${listed(columns)})
    SELECT ${cast.join()} FROM unnest(${arrays.join()}) AS given (${names.join()}) ON CONFLICT DO NOTHING`
  let written = 0
  const insert = async () => {
    const rows = Array.from({ length: batch }, (_, index) => written + index)
    written += batch
    await run(
      statement,
      columns.map((column) => rows.map((index) => String(valueOf(column, index))))
    )
  }
  await insert()
  const [before, began] = [written, performance.now()]
  while (performance.now() - began < ms) await insert()
  return { samples_per_s: ((written - before) / (performance.now() - began)) * 1000 }
}

answer({}, { inserts, unnest })
