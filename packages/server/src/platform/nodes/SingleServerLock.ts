import { PgClient } from "@effect/sql-pg"
import {
  Cause,
  Clock,
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
import { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql"
import { Settings } from "../settings/Settings.ts"
import { DatabaseProbe } from "../sql/DatabaseProbe.ts"
import { DatabaseUnavailable, unusable } from "../sql/DatabaseUnavailable.ts"
import { startupOptions } from "../sql/startupOptions.ts"

/** Any fixed number but the one of migrations. */
const advisoryLock = 721_465_013

const taken = new DatabaseUnavailable({
  message:
    "Another server runs on this database. One process serves one database in this version: what a role grants, what is " +
    "published and which sockets must end is told inside one process only. Stop the other server first."
})

/** A connection of its own that lasts; Postgres ends it 25 s after this computer stops responding. */
const session = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const sql = yield* PgClient.makeClient({
    url,
    applicationName: "fleet single server",
    startupOptions: startupOptions(url)
  })
  yield* sql`
    SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '3', false)`
  return sql
})

/** Fails where the database does not answer in time. */
type WithTimeout = <A, E, R>(query: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Cause.TimeoutError, R>

const lock = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  withTimeout: WithTimeout,
  waitTimeout: Duration.Input
) {
  const take = Effect.map(
    withTimeout(sql<{ readonly mine: boolean }>`SELECT pg_try_advisory_lock(${advisoryLock}) AS mine`),
    ([row]) => row!.mine
  )
  if (yield* take) return
  yield* Effect.logWarning("Another server runs on this database. Waiting for it to end.")
  yield* take.pipe(
    Effect.repeat({ until: (mine) => mine, schedule: Schedule.spaced("500 millis") }),
    Effect.timeoutOrElse({ duration: waitTimeout, orElse: () => Effect.fail(taken) })
  )
})

/**
 * Keeps a second server off a Postgres, as the lock of its folder does for the embedded database: before migrations, the
 * service waits until it is alone. Commands of the operator may run beside it.
 */
export class SingleServerLock extends Context.Service<
  SingleServerLock,
  {
    /** Fails once another server has the database, which it can get when the connection that holds the lock is lost. */
    readonly displaced: Effect.Effect<never, DatabaseUnavailable>
  }
>()("@fleet/server/SingleServerLock") {
  /**
   * `waitTimeout` is how long to wait for another server to end, `checkInterval` how often the lock's connection is
   * asked, and `answerTimeout` how long an answer may take.
   */
  static readonly waiting = ({
    checkInterval,
    waitTimeout,
    answerTimeout
  }: {
    readonly checkInterval: Duration.Input
    readonly waitTimeout: Duration.Input
    readonly answerTimeout: Duration.Input
  }) =>
    Layer.effectContext(
      Effect.gen(function* () {
        const { databaseUrl } = yield* Settings
        const listeners = new Set<(sinceMs: number) => void>()
        const onUnresponsive = (act: (sinceMs: number) => void) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => listeners.add(act)),
              () => Effect.sync(() => listeners.delete(act))
            )
          )
        const services = (displaced: Effect.Effect<never, DatabaseUnavailable>) =>
          Context.make(SingleServerLock, { displaced }).pipe(Context.add(DatabaseProbe, { onUnresponsive }))
        if (Option.isNone(databaseUrl)) return services(Effect.never)
        const alone = yield* Deferred.make<void>()
        const now = Clock.currentTimeMillis
        let askedMs = 0
        let isUnresponsive = false
        const notifyListeners = () => {
          for (const act of listeners) act(askedMs)
        }
        // Listeners are called at once: to cancel the statement can take as long again.
        const unanswered = Effect.gen(function* () {
          yield* Effect.sleep(answerTimeout)
          isUnresponsive = true
          notifyListeners()
          return yield* new Cause.TimeoutError("The database did not answer in time.")
        })
        const withTimeout = Effect.fnUntraced(function* <A, E, R>(query: Effect.Effect<A, E, R>) {
          askedMs = yield* now
          const answer = yield* Effect.raceFirst(query, unanswered)
          // Connections that were opened meanwhile may be unresponsive too.
          if (isUnresponsive) notifyListeners()
          isUnresponsive = false
          return answer
        })

        const holdLock = Effect.gen(function* () {
          const again = { schedule: Schedule.spaced("1 second"), while: () => Deferred.isDoneUnsafe(alone) }
          const sql = yield* Effect.retry(withTimeout(session(databaseUrl.value)), again)
          yield* lock(sql, withTimeout, waitTimeout)
          yield* Deferred.succeed(alone, undefined)
          return yield* Effect.forever(Effect.delay(withTimeout(sql`SELECT 1`), checkInterval))
        })
        const lost = (error: SqlError.SqlError | Cause.TimeoutError) =>
          Deferred.isDoneUnsafe(alone)
            ? Effect.logWarning("The connection that keeps other servers off the database was lost.", error)
            : Effect.fail(unusable(error))
        const holding = yield* Effect.scoped(holdLock).pipe(
          Effect.catchTags({ SqlError: lost, TimeoutError: lost }),
          Effect.forever,
          Effect.provide(Reactivity.layer),
          Effect.forkScoped
        )
        const displaced = Fiber.join(holding)
        yield* Effect.raceFirst(Deferred.await(alone), displaced)
        return services(displaced)
      })
    )

  /** Postgres takes 25 s to notice that another server's computer is gone. */
  static readonly layer = SingleServerLock.waiting({
    checkInterval: "5 seconds",
    waitTimeout: "40 seconds",
    answerTimeout: "15 seconds"
  })
}
