import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Worth a minute, written on every sign-in: a crash of the database may forget it.
  yield* sql`
    CREATE UNLOGGED TABLE rate_limit_windows (
      key text COLLATE "C" PRIMARY KEY,
      calls_ms bigint[] NOT NULL,
      wait_ms integer NOT NULL,
      quiet_at_ms bigint NOT NULL
    ) WITH (fillfactor = 70)`
})
