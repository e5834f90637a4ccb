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
  Schedule,
  type Scope
} from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql"
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

/** Answers, or fails where the database says nothing. */
type Heard = <A, E, R>(asked: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Cause.TimeoutError, R>

const lock = Effect.fnUntraced(function* (sql: PgClient.PgClient, heard: Heard, patience: Duration.Input) {
  const take = Effect.map(
    heard(sql<{ readonly mine: boolean }>`SELECT pg_try_advisory_lock(${advisoryLock}) AS mine`),
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
    /** Says, until the scope closes, when the database fell silent, and since what time nothing was heard of it. */
    readonly onSilence: (act: (sinceMs: number) => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@fleet/server/SoleServer") {
  /**
   * `patience` is for another server to end, `look` how often the lock's connection is looked at, and `silence` how long
   * it may say nothing.
   */
  static readonly waiting = ({
    look,
    patience,
    silence
  }: {
    readonly look: Duration.Input
    readonly patience: Duration.Input
    readonly silence: Duration.Input
  }) =>
    Layer.effect(
      SoleServer,
      Effect.gen(function* () {
        const { databaseUrl } = yield* Settings
        const listeners = new Set<(sinceMs: number) => void>()
        const onSilence = (act: (sinceMs: number) => void) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => listeners.add(act)),
              () => Effect.sync(() => listeners.delete(act))
            )
          )
        if (Option.isNone(databaseUrl)) return SoleServer.of({ displaced: Effect.never, onSilence })
        const alone = yield* Deferred.make<void>()
        const now = Clock.currentTimeMillis
        let askedMs = 0
        let isSilent = false
        const tell = () => {
          for (const act of listeners) act(askedMs)
        }
        // Told at once: to give up the statement that is asked with can take as long again.
        const fellSilent = Effect.gen(function* () {
          yield* Effect.sleep(silence)
          isSilent = true
          tell()
          return yield* new Cause.TimeoutError("The database fell silent.")
        })
        const heard = Effect.fnUntraced(function* <A, E, R>(asked: Effect.Effect<A, E, R>) {
          askedMs = yield* now
          const answer = yield* Effect.raceFirst(asked, fellSilent)
          // What was dialled since may be as silent.
          if (isSilent) tell()
          isSilent = false
          return answer
        })

        const hold = Effect.gen(function* () {
          const again = { schedule: Schedule.spaced("1 second"), while: () => Deferred.isDoneUnsafe(alone) }
          const sql = yield* Effect.retry(heard(session(databaseUrl.value)), again)
          yield* lock(sql, heard, patience)
          yield* Deferred.succeed(alone, undefined)
          return yield* Effect.forever(Effect.delay(heard(sql`SELECT 1`), look))
        })
        const lost = (error: SqlError.SqlError | Cause.TimeoutError) =>
          Deferred.isDoneUnsafe(alone)
            ? Effect.logWarning("The connection that keeps other servers off the database was lost.", error)
            : Effect.fail(unusable(error))
        const holding = yield* Effect.scoped(hold).pipe(
          Effect.catchTags({ SqlError: lost, TimeoutError: lost }),
          Effect.forever,
          Effect.provide(Reactivity.layer),
          Effect.forkScoped
        )
        const displaced = Fiber.join(holding)
        yield* Effect.raceFirst(Deferred.await(alone), displaced)
        return SoleServer.of({ displaced, onSilence })
      })
    )

  /** Postgres takes 25 s to notice that another server's computer is gone. */
  static readonly layer = SoleServer.waiting({ look: "5 seconds", patience: "40 seconds", silence: "15 seconds" })
}
