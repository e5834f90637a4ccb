import type { AppUser } from "@fleet/domain/Caller"
import { type OrgLocked, TokenExpired, TokenRevoked } from "@fleet/domain/Errors"
import { AppId, type AppUserId, type DeveloperId, type OrgId, type SessionId } from "@fleet/domain/Ids"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { callersEnded } from "../../platform/bus/Facts.ts"
import { refuseLocked } from "../../org/refuseLocked.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { rememberApp } from "../../platform/http/RequestCaller.ts"
import { hashSecret, mintSecret } from "../../platform/crypto/Secrets.ts"
import {
  clientClaims,
  clientColumns,
  clientOf,
  clientRefreshLifetime,
  refreshLifetime,
  type SessionClient
} from "./SessionClient.ts"
import { type Presented, type Space, SessionStore } from "./SessionStore.ts"
import { type Subject, Tokens } from "../../access/Tokens.ts"

/** Who signs in. */
export type Person =
  | { readonly kind: "developer"; readonly id: DeveloperId; readonly orgId: OrgId; readonly tokenVersion: number }
  | { readonly kind: "app_user"; readonly id: AppUserId; readonly orgId: OrgId; readonly appId: AppId }

/**
 * Sessions with rotating refresh tokens. A family is one sign-in; each of its refresh tokens is good once, and presenting a
 * spent one ends the family. An end takes effect on REST with the next request, and on open sockets through the bus. In a
 * locked org only Owners are given a fresh pair: the token stays good until the org is unlocked.
 */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** With a client, tokens that are good at its resource alone. */
    readonly open: (person: Person, client?: SessionClient) => Effect.Effect<SessionTokens>
    readonly refresh: (
      space: Space,
      token: Redacted.Redacted
    ) => Effect.Effect<SessionTokens, TokenExpired | TokenRevoked | OrgLocked>
    /**
     * The same for a client's token, which `admit` may refuse before it is spent. Answers for which scopes the access token
     * is to be: the session keeps its own.
     */
    readonly refreshClient: <E>(
      token: Redacted.Redacted,
      admit: (family: Presented, client: SessionClient) => Effect.Effect<ReadonlyArray<string>, E>
    ) => Effect.Effect<SessionTokens, TokenExpired | TokenRevoked | OrgLocked | E>
    /** Ends the sessions that a person gave to a client. */
    readonly endClient: (person: DeveloperId | AppUserId, clientId: string) => Effect.Effect<void>
    /** The session of a refresh token, if it has one that has not ended. */
    readonly familyOf: (token: Redacted.Redacted) => Effect.Effect<Option.Option<Presented>>
    /** Ends the family of a token, if there is one. */
    readonly end: (space: Space, token: Redacted.Redacted) => Effect.Effect<void>
    readonly endFamily: (id: SessionId) => Effect.Effect<void>
    /** Ends every family of people who were blocked or removed. Answers whether there was one. */
    readonly endAll: (space: Space, ids: ReadonlyArray<DeveloperId | AppUserId>) => Effect.Effect<boolean>
    /**
     * Checks that the session of a call has not ended since it was authenticated, and locks it until the transaction ends.
     * Lock the person first.
     */
    readonly lockForUpdate: (user: AppUser) => Effect.Effect<void, TokenRevoked>
    /** Ends the person's other sessions and gives this one a fresh pair; its older refresh tokens are spent. */
    readonly renew: (user: AppUser) => Effect.Effect<SessionTokens, TokenRevoked | OrgLocked>
  }
>()("@fleet/server/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const store = yield* SessionStore
      const tokens = yield* Tokens
      const transaction = yield* Transaction
      const bus = yield* Bus

      const mint = Effect.fnUntraced(function* (
        family: SessionId,
        subject: Subject,
        client: SessionClient | null = null
      ) {
        if (subject.kind === "app_user") yield* rememberApp(AppId.make(subject.app_id))
        const refreshToken = mintSecret()
        const lifetime = client === null ? refreshLifetime : clientRefreshLifetime
        const expires = DateTime.addDuration(yield* DateTime.now, lifetime)
        yield* store.addToken({ hash: hashSecret(refreshToken), family_id: family, expires_at: expires })
        return {
          access_token: yield* tokens.sign({ ...subject, ...clientClaims(client) }, client?.resource),
          refresh_token: refreshToken,
          token_type: "Bearer",
          expires_in: Duration.toSeconds(tokens.lifetime)
        } satisfies SessionTokens
      })

      const endFamily = Effect.fnUntraced(function* (id: SessionId, now: Date) {
        yield* store.end(id, now)
        yield* transaction.afterCommit(bus.broadcastAndWait({ type: "session_ended", sessionId: id }))
      })

      /** The request's app is known from a refused token as well. */
      const lockToken = Effect.fnUntraced(function* (hash: Uint8Array) {
        const found = Option.getOrUndefined(yield* store.lockTokenForUpdate(hash))
        if (typeof found?.app_id === "string") yield* rememberApp(found.app_id)
        return found
      })

      /** Spends a token and gives the next pair. `admit` is asked before that: for which scopes, or not at all. */
      const rotate = Effect.fnUntraced(function* <E>(
        hash: Uint8Array,
        found: Presented | undefined,
        admit: (family: Presented, client: SessionClient) => Effect.Effect<ReadonlyArray<string>, E>
      ) {
        if (found === undefined || found.ended) return yield* new TokenRevoked()
        const now = DateTime.toDateUtc(yield* DateTime.now)
        if (found.spent || !found.good) {
          yield* endFamily(found.family_id, now)
          return yield* new TokenRevoked()
        }
        if (found.expires_at.epochMilliseconds <= now.getTime()) return yield* new TokenExpired()
        yield* refuseLocked(found.locked)
        const client = clientOf(found)
        const scoped = client === null ? null : { ...client, scopes: yield* admit(found, client) }
        yield* store.spend(hash, now)
        const common = { sub: found.subject_id, sid: found.family_id }
        return yield* mint(
          found.family_id,
          found.app_id === null
            ? { ...common, kind: "developer", tv: found.token_version }
            : { ...common, kind: "app_user", app_id: found.app_id },
          scoped
        )
      })

      // A refusal keeps what was written before it: the end of the family.
      const refresh = Effect.fn("Sessions.refresh")(function* (space: Space, token: Redacted.Redacted) {
        const hash = hashSecret(Redacted.value(token))
        const found = yield* lockToken(hash)
        return yield* rotate(hash, found?.space === space ? found : undefined, (_, { scopes }) =>
          Effect.succeed(scopes)
        )
      }, transaction.keep)

      const refreshClient = Effect.fn("Sessions.refreshClient")(function* <E>(
        token: Redacted.Redacted,
        admit: (family: Presented, client: SessionClient) => Effect.Effect<ReadonlyArray<string>, E>
      ) {
        const hash = hashSecret(Redacted.value(token))
        const found = yield* lockToken(hash)
        return yield* rotate(hash, found === undefined || clientOf(found) === null ? undefined : found, admit)
      }, transaction.keep)

      // A refresh under way holds the family, so what follows sees the token that it adds.
      const lockForUpdate = Effect.fnUntraced(function* ({ sessionId }: AppUser) {
        return yield* Effect.mapError(
          Effect.fromOption(yield* store.lockForUpdate(sessionId)),
          () => new TokenRevoked()
        )
      })

      return Sessions.of({
        lockForUpdate: Effect.fn("Sessions.lockForUpdate")((user) => Effect.asVoid(lockForUpdate(user))),
        open: Effect.fn("Sessions.open")(function* (person, client) {
          const tv = person.kind === "developer" ? person.tokenVersion : 0
          const sid = yield* store.open({
            org_id: person.orgId,
            space: person.kind,
            subject_id: person.id,
            token_version: tv,
            ...clientColumns(client ?? null)
          })
          return yield* mint(
            sid,
            person.kind === "developer"
              ? { kind: "developer", sub: person.id, sid, tv }
              : { kind: "app_user", sub: person.id, sid, app_id: person.appId },
            client
          )
        }, transaction.run),
        refresh,
        refreshClient,
        endClient: Effect.fn("Sessions.endClient")(function* (person, clientId) {
          const ended = yield* store.endClient(person, clientId, DateTime.toDateUtc(yield* DateTime.now))
          yield* transaction.afterCommit(
            bus.broadcastAndWait(...ended.map((sessionId) => ({ type: "session_ended", sessionId }) as const))
          )
        }),
        familyOf: Effect.fn("Sessions.familyOf")(function* (token) {
          const found = yield* store.lockTokenForUpdate(hashSecret(Redacted.value(token)))
          return Option.filter(found, ({ ended }) => !ended)
        }, transaction.run),
        end: Effect.fn("Sessions.end")(function* (space, token) {
          const found = yield* lockToken(hashSecret(Redacted.value(token)))
          if (found === undefined || found.space !== space || found.ended) return
          yield* endFamily(found.family_id, DateTime.toDateUtc(yield* DateTime.now))
        }, transaction.run),
        endFamily: Effect.fn("Sessions.endFamily")(function* (id) {
          yield* endFamily(id, DateTime.toDateUtc(yield* DateTime.now))
        }),
        endAll: Effect.fn("Sessions.endAll")(function* (space, ids) {
          const ended = yield* store.endAll(ids, DateTime.toDateUtc(yield* DateTime.now))
          yield* transaction.afterCommit(bus.broadcastAndWait(...callersEnded(space, ids)))
          return ended
        }),
        renew: Effect.fn("Sessions.renew")(function* (user) {
          const { appId, id, sessionId: sid } = user
          yield* refuseLocked((yield* lockForUpdate(user)).locked)
          const now = DateTime.toDateUtc(yield* DateTime.now)
          const others = yield* store.endOthers(sid, id, now)
          yield* transaction.afterCommit(
            bus.broadcastAndWait(...others.map((sessionId) => ({ type: "session_ended", sessionId }) as const))
          )
          yield* store.spendAll(sid, now)
          return yield* mint(sid, { kind: "app_user", sub: id, sid, app_id: appId })
        }, transaction.run)
      })
    })
  )
}
