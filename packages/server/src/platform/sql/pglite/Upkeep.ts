import type { PGlite } from "@electric-sql/pglite"

/** Rows that are sampled of a table, in hundreds: an analysis holds up all statements, and shapes of plans need no more. */
const statisticsTarget = 10

/**
 * What Postgres leaves to background processes that PGlite does not have. Without checkpoints the write-ahead log
 * grows for ever and is replayed whole after a crash; without vacuum updated rows are never reclaimed; without an analysis
 * a statement that was planned while its tables were empty reads them whole for ever.
 */
export const upkeep = async (database: PGlite): Promise<void> => {
  const due = await database.query<{ readonly due: boolean }>(
    "SELECT pg_current_wal_lsn() - redo_lsn > 64 * 1024 * 1024 AS due FROM pg_control_checkpoint()"
  )
  if (due.rows[0]?.due === true) await database.exec("CHECKPOINT")

  await database.exec("SELECT pg_stat_force_next_flush()")
  const crowded = await database.query<{ readonly name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name FROM pg_stat_user_tables
     WHERE n_dead_tup > 1000 + n_live_tup / 5 ORDER BY n_dead_tup DESC LIMIT 1`
  )
  for (const { name } of crowded.rows) await database.exec(`VACUUM ANALYZE ${name}`)

  const grown = await database.query<{ readonly name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name FROM pg_stat_user_tables
     WHERE n_mod_since_analyze > 500 + n_live_tup / 2 ORDER BY n_mod_since_analyze DESC LIMIT 1`
  )
  for (const { name } of grown.rows) {
    await database.transaction((transaction) =>
      transaction.exec(`SET LOCAL default_statistics_target = ${statisticsTarget}; ANALYZE ${name}`)
    )
  }
}
