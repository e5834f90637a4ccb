import { Cause, Effect } from "effect"
import { SqlError } from "effect/sql"
import { byHalves } from "./byHalves.ts"
import { inBatches } from "./inBatches.ts"

/**
 * Classes of SQLSTATE that speak of the state of the database: the connection, the plan of a statement whose table was
 * altered, the login, the kind of transaction (a database that only reads), a table or a right that is missing, resources
 * (a full disk), objects in use, an operator's intervention (a shutdown), the system under it.
 */
const ofDatabaseState = /^(08|0A|25|26|28|3D|40|42|53|55|57|58)/

/** Whether the rows are what is wrong. Anything else passes, or is mended, with the same rows. */
const isCausedByRows = ({ reason }: SqlError.SqlError) => {
  const code = reason.cause instanceof Error && "code" in reason.cause ? String(reason.cause.code) : ""
  return !reason.isRetryable && !ofDatabaseState.test(code)
}

/** Whether the database itself failed, so that the same work may be done later; false where the work is what is wrong. */
export const isOfDatabase = (defect: unknown): boolean => SqlError.isSqlError(defect) && !isCausedByRows(defect)

/** Whether the database refuses the work for what it holds, so that the same work fails again. */
export const isRefusal = (defect: unknown): boolean => SqlError.isSqlError(defect) && isCausedByRows(defect)

/**
 * Writes rows in batches. A batch that the database refuses is halved until only the rows at fault are left out, so that
 * one odd value never holds back the rest; a failure of the database itself is passed on. `leftOut` is what is answered
 * for such a row, `atOnce` how many rows a statement has at most, `concurrency` how many statements run at a time.
 */
export const writeSkippingRejectedRows = <Row extends { readonly json: string }, A>(
  write: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>,
  leftOut: (row: Row) => ReadonlyArray<A> = () => [],
  atOnce?: number,
  concurrency = 1
) => {
  const attempt = byHalves({
    work: write,
    isAtFault: ({ reasons }) => reasons.every((reason) => Cause.isFailReason(reason) && isCausedByRows(reason.error)),
    leftOut: (row, cause) =>
      Effect.as(Effect.logError("row skipped: the database refuses its value", cause), leftOut(row))
  })
  return (rows: ReadonlyArray<Row>) =>
    Effect.map(
      Effect.forEach(
        inBatches(rows, ({ json }) => json, atOnce),
        attempt,
        { concurrency }
      ),
      (answers) => answers.flat()
    )
}
