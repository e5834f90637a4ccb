import type { OrgLocked } from "@fleet/domain/Errors"
import { SessionId } from "@fleet/domain/Ids"
import type { McpCodeRequest, McpRefreshRequest, McpRevokeRequest } from "@fleet/domain/McpOAuth"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { timingSafeEqual } from "node:crypto"
import { Tokens } from "../../../access/Tokens.ts"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { hashSecret } from "../../../platform/crypto/Secrets.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { Sessions } from "../../sessions/Sessions.ts"
import { codeChallenge } from "../codeChallenge.ts"
import { McpClients } from "./McpClients.ts"
import { type McpCode, McpCodeStore } from "./McpCodeStore.ts"
import type { McpEndpoint } from "./McpEndpoints.ts"
import { McpGrants } from "./McpGrants.ts"
import { McpPersonStore, type Subject } from "./McpPersonStore.ts"
import { namesResource } from "./namesResource.ts"
import { type OAuthRefused, refused } from "./OAuthRefused.ts"
import { scopesOf } from "./scopes.ts"

/** Tokens of a client, and the scopes they are for, separated by spaces. */
export type ClientTokens = SessionTokens & { readonly scope: string }

const isEqual = (left: string, right: string) => timingSafeEqual(hashSecret(left), hashSecret(right))

const badCode = () => refused("invalid_grant", "The code is not good, or not for this.")
const badToken = () => refused("invalid_grant", "The refresh token is not good, or not for this.")

const subjectOf = ({ app_user_id, developer_id }: McpCode): Subject =>
  app_user_id === null ? { kind: "developer", id: developer_id! } : { kind: "app_user", id: app_user_id }

/** The tokens of an endpoint: for codes, for refresh tokens, and their end. */
export class McpTokens extends Context.Service<
  McpTokens,
  {
    /** Any presentation spends the code but one that a locked org refuses; a second one ends the session it gave. */
    readonly exchange: (
      endpoint: McpEndpoint,
      request: McpCodeRequest
    ) => Effect.Effect<ClientTokens, OAuthRefused | OrgLocked>
    /** A refresh token is good once; presented again it ends the session. */
    readonly refresh: (
      endpoint: McpEndpoint,
      request: McpRefreshRequest
    ) => Effect.Effect<ClientTokens, OAuthRefused | OrgLocked>
    /** Ends the session of a token of this client; the consent stays. */
    readonly revoke: (endpoint: McpEndpoint, request: McpRevokeRequest) => Effect.Effect<void, OAuthRefused>
  }
>()("@fleet/server/McpTokens") {
  static readonly layer = Layer.effect(
    McpTokens,
    Effect.gen(function* () {
      const clients = yield* McpClients
      const codes = yield* McpCodeStore
      const people = yield* McpPersonStore
      const grants = yield* McpGrants
      const sessions = yield* Sessions
      const tokens = yield* Tokens
      const transaction = yield* Transaction

      const checkClient = Effect.fnUntraced(function* (
        endpoint: McpEndpoint,
        { client_id, resource }: { readonly client_id: string; readonly resource?: string }
      ) {
        if (!(yield* clients.isKnown(endpoint, client_id))) {
          return yield* refused("invalid_client", "client_id is not known.")
        }
        if (resource !== undefined && !namesResource(endpoint, resource)) {
          return yield* refused("invalid_target", `resource must be ${endpoint.url}.`)
        }
      })

      const isFor = (endpoint: McpEndpoint, code: McpCode, request: McpCodeRequest) =>
        isEqual(code.client_id, request.client_id) &&
        isEqual(code.redirect_uri, request.redirect_uri) &&
        isEqual(code.resource, endpoint.url) &&
        isEqual(code.code_challenge, codeChallenge(request.code_verifier))

      // A code that was refused stays spent, and an ended session ended. The refusal of a locked org rolls back.
      const redeem = Effect.fnUntraced(function* (endpoint: McpEndpoint, request: McpCodeRequest) {
        const hash = hashSecret(request.code)
        const code = Option.getOrUndefined(yield* codes.lockForUpdate(hash))
        if (code === undefined) return yield* badCode()
        if (code.spent_at !== null) {
          if (code.session_id !== null) yield* sessions.endFamily(code.session_id)
          return yield* badCode()
        }
        const now = yield* DateTime.now
        yield* codes.spend(hash, DateTime.toDateUtc(now))
        if (DateTime.isLessThanOrEqualTo(code.expires_at, now)) return yield* badCode()
        if (!isFor(endpoint, code, request)) return yield* badCode()
        const person = Option.getOrUndefined(yield* people.lockForShare(subjectOf(code)))
        if (person === undefined) return yield* badCode()
        if (person.kind === "developer" ? person.token_version !== code.token_version : !person.active) {
          return yield* badCode()
        }
        // A consent may have been withdrawn since the code was made. One that is withdrawn from here on ends this session too.
        if (!(yield* grants.holds(person.id, code.client_id, code.scopes))) return yield* badCode()
        yield* refuseLocked(person.locked)
        const client = { clientId: code.client_id, resource: endpoint.url, scopes: code.scopes }
        const pair = yield* sessions.open(
          person.kind === "developer"
            ? { kind: "developer", id: person.id, orgId: person.org_id, tokenVersion: person.token_version }
            : { kind: "app_user", id: person.id, orgId: person.org_id, appId: person.app_id },
          client
        )
        const family = yield* sessions.familyOf(Redacted.make(pair.refresh_token))
        if (Option.isSome(family)) yield* codes.keepSession(hash, family.value.family_id)
        return { ...pair, scope: code.scopes.join(" ") }
      }, transaction.keepOn("OAuthRefused"))

      const refresh = Effect.fnUntraced(function* (endpoint: McpEndpoint, request: McpRefreshRequest) {
        const asked = scopesOf(request.scope)
        let scope = ""
        const pair = yield* sessions
          .refreshClient(
            Redacted.make(request.refresh_token),
            Effect.fnUntraced(function* (family, { clientId, resource, scopes }) {
              if (!isEqual(clientId, request.client_id) || !isEqual(resource, endpoint.url)) return yield* badToken()
              const narrowed = asked ?? scopes
              if (!narrowed.every((each) => scopes.includes(each))) {
                return yield* refused("invalid_scope", "scope may only be narrower.")
              }
              if (!(yield* grants.covers(family.subject_id, clientId, scopes))) return yield* badToken()
              scope = narrowed.join(" ")
              return narrowed
            })
          )
          .pipe(Effect.catchTags({ token_expired: badToken, token_revoked: badToken }))
        return { ...pair, scope }
      })

      const familyOf = Effect.fnUntraced(function* (endpoint: McpEndpoint, { client_id, token }: McpRevokeRequest) {
        const presented = Redacted.make(token)
        const family = Option.getOrUndefined(yield* sessions.familyOf(presented))
        if (family !== undefined) {
          return family.client_id === client_id && family.resource === endpoint.url ? family.family_id : null
        }
        const claims = Option.getOrUndefined(yield* Effect.option(tokens.read(presented, endpoint.url)))
        return claims?.client_id === client_id ? SessionId.make(claims.sid) : null
      })

      return McpTokens.of({
        exchange: Effect.fn("McpTokens.exchange")(function* (endpoint, request) {
          yield* checkClient(endpoint, request)
          return yield* redeem(endpoint, request)
        }),
        refresh: Effect.fn("McpTokens.refresh")(function* (endpoint, request) {
          yield* checkClient(endpoint, request)
          return yield* refresh(endpoint, request)
        }),
        revoke: Effect.fn("McpTokens.revoke")(function* (endpoint, request) {
          yield* checkClient(endpoint, { client_id: request.client_id })
          const family = yield* familyOf(endpoint, request)
          if (family !== null) yield* transaction.run(sessions.endFamily(family))
        })
      })
    })
  )
}
