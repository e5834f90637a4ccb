import { PgClient } from "@effect/sql-pg"
import {
  type Cause,
  Context,
  Deferred,
  type Duration,
  Effect,
  Fiber,
  Layer,
  Option,
  type Redacted,
  Schedule
} from "effect"
import { Reactivity } from "effect/unstable/reactivity"
import { SqlError } from "effect/unstable/sql"
import { Settings } from "../Settings.ts"
import { DatabaseUnavailable, unusable } from "./DatabaseUnavailable.ts"

/** Any fixed number but the one of migrations. */
const advisoryLock = 721_465_013

const taken = new DatabaseUnavailable({
  message:
    "Another server runs on this database. One process serves one database in this version: what a role grants, what is " +
    "published and which sockets must end is told inside one process only. Stop the other server first."
})

/** A connection of its own that lasts; Postgres ends it 25 s after this computer fell silent. */
const session = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const sql = yield* PgClient.makeClient({ url, applicationName: "fleet sole server" })
  yield* sql`
    SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '3', false)`
  return sql
})

const lock = Effect.fnUntraced(function* (sql: PgClient.PgClient, patience: Duration.Input) {
  const take = Effect.map(
    sql<{ readonly mine: boolean }>`SELECT pg_try_advisory_lock(${advisoryLock}) AS mine`,
    ([row]) => row!.mine
  )
  if (yield* take) return
  yield* Effect.logWarning("Another server runs on this database. Waiting for it to end.")
  yield* take.pipe(
    Effect.repeat({ until: (mine) => mine, schedule: Schedule.spaced("500 millis") }),
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(taken) })
  )
})

/**
 * Keeps a second server off a Postgres, as the lock of its folder does for the embedded database: before migrations, the
 * service waits until it is alone. Commands of the operator may run beside it.
 */
export class SoleServer extends Context.Service<
  SoleServer,
  {
    /** Fails once another server has the database, which it can get when the connection that holds the lock is lost. */
    readonly displaced: Effect.Effect<never, DatabaseUnavailable>
  }
>()("@fleet/server/SoleServer") {
  /** `patience` is for another server to end, and `look` how often the lock's connection is looked at. */
  static readonly waiting = ({
    look,
    patience
  }: {
    readonly look: Duration.Input
    readonly patience: Duration.Input
  }) =>
    Layer.effect(
      SoleServer,
      Effect.gen(function* () {
        const { databaseUrl } = yield* Settings
        if (Option.isNone(databaseUrl)) return SoleServer.of({ displaced: Effect.never })
        const alone = yield* Deferred.make<void>()

        const hold = Effect.gen(function* () {
          const again = { schedule: Schedule.spaced("1 second"), while: () => Deferred.isDoneUnsafe(alone) }
          const sql = yield* Effect.retry(session(databaseUrl.value), again)
          yield* lock(sql, patience)
          yield* Deferred.succeed(alone, undefined)
          return yield* Effect.forever(Effect.delay(Effect.timeout(sql`SELECT 1`, "15 seconds"), look))
        })
        const lost = (error: SqlError.SqlError | Cause.TimeoutError) => {
          if (SqlError.isSqlError(error) && !Deferred.isDoneUnsafe(alone)) return Effect.fail(unusable(error))
          return Effect.logWarning("The connection that keeps other servers off the database was lost.", error)
        }
        const holding = yield* Effect.scoped(hold).pipe(
          Effect.catchTags({ SqlError: lost, TimeoutError: lost }),
          Effect.forever,
          Effect.provide(Reactivity.layer),
          Effect.forkScoped
        )
        const displaced = Fiber.join(holding)
        yield* Effect.raceFirst(Deferred.await(alone), displaced)
        return SoleServer.of({ displaced })
      })
    )

  /** Postgres takes 25 s to notice that another server's computer is gone. */
  static readonly layer = SoleServer.waiting({ look: "5 seconds", patience: "40 seconds" })
}
