import { PgClient } from "@effect/sql-pg"
import { Clock, Duration, Effect, Layer, Option, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { Settings } from "../settings/Settings.ts"
import { DatabaseProbe } from "./DatabaseProbe.ts"
import { unusable } from "./DatabaseUnavailable.ts"
import { migrate, type Migrations } from "./Migrate.ts"
import { migrations } from "./migrations/index.ts"
import { observeQueries, SlowQueryMs } from "./observeQueries.ts"
import { openPglite } from "./pglite/Pglite.ts"
import { PgSockets } from "./PgSockets.ts"
import { shareConnections, StatementTenant } from "./shareConnections.ts"
import { startupOptions } from "./startupOptions.ts"
import { Transaction } from "./Transaction.ts"

type Client = PgClient.PgClient | SqlClient.SqlClient

/** `connections` is for how many statements take turns; without it they are the client's own affair. */
const client = (acquire: ReturnType<typeof PgClient.make>, connections?: number) =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return observeQueries(
        connections === undefined ? sql : shareConnections(sql, connections, yield* StatementTenant),
        yield* SlowQueryMs
      )
    })
  ).pipe(Layer.provideMerge(PgClient.layerFrom(Effect.catchTag(acquire, "SqlError", unusable))))

/** PGlite, by what opens a session with it. It is one session: statements share it, transactions take turns. */
const pglite = (open: ReturnType<typeof openPglite>) =>
  Layer.unwrap(
    Effect.map(open, (stream) =>
      client(
        PgClient.make({
          stream,
          username: "postgres",
          database: "postgres",
          applicationName: "fleet",
          minConnections: 1,
          maxConnections: 1,
          multiplex: true,
          multiplexConcurrency: 128,
          // Its thread answers or ends.
          connectTimeout: Duration.infinity
        })
      )
    )
  )

/** PGlite over a folder. */
const embedded = (folder: string) => pglite(openPglite(folder))

/**
 * Postgres at an address, with at most so many connections; those of before a silence are given up. Statements do not
 * share one: the answers to a connection's come in order, so that a slow one, or one that waits for a lock, would hold up
 * every tenant's behind it.
 */
const postgres = (url: Redacted.Redacted, maxConnections: number) =>
  client(
    Effect.gen(function* () {
      const sockets = new PgSockets(url, yield* Clock.Clock)
      const probe = yield* Effect.serviceOption(DatabaseProbe)
      if (Option.isSome(probe)) yield* probe.value.onUnresponsive(sockets.destroyOlderThan)
      return yield* PgClient.make({
        url,
        stream: sockets.dial,
        applicationName: "fleet",
        startupOptions: startupOptions(url),
        maxConnections,
        // Looked at this often, idle connections are closed.
        idleTimeout: "5 minutes"
      })
    }),
    maxConnections
  )

/** What the settings ask for. */
const chosen = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* Settings
    if (Option.isSome(settings.databaseUrl)) return postgres(settings.databaseUrl.value, settings.databaseConnections)
    const folder = join(settings.dataFolder, "db")
    yield* Effect.logInfo(
      `The embedded database in ${folder} keeps what it acknowledged when the server is killed, but never calls fsync: ` +
        "a power cut can lose the newest writes. Set DATABASE_URL to a Postgres for data that matters."
    )
    return embedded(folder)
  })
).pipe(
  Layer.provide(
    Layer.effect(
      SlowQueryMs,
      Effect.map(Settings, ({ slowQueryMs }) => slowQueryMs)
    )
  )
)

/** A client whose database is at the schema of `record` before anything may use it. */
const migrated = <E, R>(client: Layer.Layer<Client, E, R>, record: Migrations = migrations) =>
  Transaction.layer.pipe(Layer.provideMerge(Layer.effectDiscard(migrate(record))), Layer.provideMerge(client))

/** The database: the SQL client for stores, and transactions for services. */
export const Database = {
  /** The settings' database, migrated. */
  layer: migrated(chosen),
  migrated,
  embedded,
  pglite,
  postgres
}
