import type { AppUser, Caller, Developer } from "@fleet/domain/Caller"
import { type OrgLocked, TokenExpired, TokenRevoked, Unauthorized } from "@fleet/domain/Errors"
import { AppUserId, DeveloperId, SessionId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Redacted, type Scope } from "effect"
import { refuseLocked } from "../org/refuseLocked.ts"
import { appUserOf, CredentialStore, developerOf } from "./CredentialStore.ts"
import { rememberApp } from "../platform/http/RequestCaller.ts"
import { spanned, tracing } from "../platform/telemetry/spans.ts"
import { hashSecretHex, serverKeyPrefix } from "../platform/crypto/Secrets.ts"
import { type Claims, Tokens } from "./Tokens.ts"

/** A caller, and until when its credential is valid; null until it is revoked. */
export interface Proven {
  readonly caller: Caller
  readonly expiresAt: DateTime.Utc | null
}

/** `org_locked` is answered for a known server key only. */
type Refusal = Unauthorized | TokenExpired | TokenRevoked | OrgLocked

/**
 * Turns a presented bearer into the caller it belongs to; REST, realtime and MCP all ask here. The row behind it is read
 * again each time, so a block, a change of role or a rotation holds from the next request on, and so does a lock of the org
 * for its server keys. Access tokens of a locked org stay valid until they expire.
 */
export class Credentials extends Context.Service<
  Credentials,
  {
    readonly prove: (bearer: Redacted.Redacted, audience?: string) => Effect.Effect<Caller, Refusal>
    /** Whether a person's session goes on: read again, for what is held open on a credential that was proven before. */
    readonly goesOn: (person: Developer | AppUser) => Effect.Effect<boolean>
    readonly proveWithExpiry: (bearer: Redacted.Redacted, audience?: string) => Effect.Effect<Proven, Refusal>
  }
>()("@fleet/server/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const store = yield* CredentialStore
      const tokens = yield* Tokens
      const scope: Scope.Scope = yield* Effect.scope

      const ofKey = Effect.fnUntraced(function* (secret: string, audience: string) {
        if (audience !== tokens.audience) return yield* new Unauthorized()
        const row = yield* store.serverKey(hashSecretHex(secret))
        if (row === undefined) return yield* new Unauthorized()
        yield* rememberApp(row.app_id)
        yield* refuseLocked(row.locked)
        if (row.stale) {
          const now = DateTime.toDateUtc(yield* DateTime.now)
          yield* Effect.forkIn(store.touchServerKey(row.id, now), scope)
        }
        const caller: Caller = {
          kind: "server_key",
          id: row.id,
          orgId: row.org_id,
          appId: row.app_id,
          name: row.name,
          accessVersion: row.access_version
        }
        return { caller, expiresAt: null }
      })

      const person = Effect.fnUntraced(function* (claims: Claims) {
        const sessionId = SessionId.make(claims.sid)
        if (claims.kind === "developer") {
          const row = yield* store.developer({ id: DeveloperId.make(claims.sub), sessionId })
          return row === undefined || row.ended || row.token_version !== claims.tv ? null : developerOf(row, sessionId)
        }
        const row = yield* store.appUser({ id: AppUserId.make(claims.sub), sessionId })
        return row === undefined || row.ended || !row.active ? null : appUserOf(row, sessionId)
      })

      const ofToken = Effect.fnUntraced(function* (bearer: Redacted.Redacted, audience: string) {
        const claims = yield* tokens.read(bearer, audience)
        const found = yield* person(claims)
        if (found === null) return yield* new TokenRevoked()
        const { client_id: clientId, scope = "" } = claims
        const caller: Caller = clientId === undefined ? found : { ...found, clientId, scopes: scope.split(" ") }
        return { caller, expiresAt: DateTime.makeUnsafe(claims.exp * 1000) }
      })

      const proveWithExpiry = spanned(
        yield* tracing,
        "Credentials.prove"
      )(function* (bearer: Redacted.Redacted, audience: string = tokens.audience): Effect.fn.Return<Proven, Refusal> {
        const secret = Redacted.value(bearer)
        return yield* secret.startsWith(serverKeyPrefix) ? ofKey(secret, audience) : ofToken(bearer, audience)
      })

      return Credentials.of({
        goesOn: (person) => {
          const { sessionId } = person
          return person.kind === "developer"
            ? Effect.map(
                store.developer({ id: person.id, sessionId }),
                (row) => row !== undefined && !row.ended && row.token_version === person.tokenVersion
              )
            : Effect.map(
                store.appUser({ id: person.id, sessionId }),
                (row) => row !== undefined && !row.ended && row.active
              )
        },
        proveWithExpiry,
        prove: (bearer, audience) => Effect.map(proveWithExpiry(bearer, audience), ({ caller }) => caller)
      })
    })
  )
}
