import { SqlError } from "effect/sql"

/**
 * Classes of SQLSTATE that say that the database cannot work now: its connection, resources such as a full disk, an operator's
 * intervention, the system under it; and that it only reads.
 */
const ofOutage = /^(?:08|53|57P|58|25006)/

/** Whether a defect is that the database does not answer or has no room, and not that a statement is wrong. */
export const isDatabaseAway = (defect: unknown): boolean => {
  if (!SqlError.isSqlError(defect)) return false
  const { _tag, cause } = defect.reason
  return (
    _tag === "ConnectionError" || ofOutage.test(cause instanceof Error && "code" in cause ? String(cause.code) : "")
  )
}
