import { Data } from "effect"
import type { SqlError } from "effect/unstable/sql"

/** The server cannot start on its database; the message says why and what to do, for the person who started it. */
export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Postgres refused, or could not be reached, while the server was starting on it. */
export const unusable = (error: SqlError.SqlError) =>
  new DatabaseUnavailable({ message: `The database cannot be used: ${error.reason.cause}`, cause: error })
