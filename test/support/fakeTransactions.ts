import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"

const key = Context.Service<"transaction", object>("@fleet/test/Transaction")

/** A client that only tells whether an effect is within a transaction. */
export const withFakeTransactions = Effect.provideService(SqlClient.SqlClient, {
  transactionService: key
} as unknown as SqlClient.SqlClient)

export const inFakeTransaction = Effect.provideService(key, {})
