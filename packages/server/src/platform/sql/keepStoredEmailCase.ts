import type { SqlClient } from "effect/sql"

/**
 * The address of an account that registers again: the stored one, unless more than the case of ASCII letters differs. `lower()` takes İ for I, and mail for the one goes to another mailbox than mail for the other.
 */
export const keepStoredEmailCase = (sql: SqlClient.SqlClient, email: string) => sql`
  CASE WHEN lower(app_users.email COLLATE "C") = lower(${email}::text COLLATE "C") THEN app_users.email ELSE ${email}::text END`
