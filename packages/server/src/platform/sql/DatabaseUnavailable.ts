import { type Cause, Data } from "effect"
import { SqlError } from "effect/sql"

/** The server cannot start on its database; the message says why and what to do, for the person who started it. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** What went wrong in the words of the database, without the client's wrapping. */
export const inItsWords = (cause: unknown): string =>
  SqlError.isSqlError(cause) ? inItsWords(cause.reason.cause) : cause instanceof Error ? cause.message : String(cause)

/** Postgres refused, or could not be reached, while the server was starting on it. */
export const unusable = (error: SqlError.SqlError | Cause.TimeoutError) =>
  new DatabaseUnavailable({ message: `The database cannot be used: ${inItsWords(error)}`, cause: error })
