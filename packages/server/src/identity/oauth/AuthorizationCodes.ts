import type { DeveloperId, SessionId } from "@fleet/domain/Ids"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { timingSafeEqual } from "node:crypto"
import { hashSecret, mintSecret } from "../../platform/crypto/Secrets.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { codeChallenge } from "./codeChallenge.ts"
import type { AuthorizationRequest, Method } from "./Interaction.ts"

const lifetime = Duration.seconds(60)

/** Who signed in, and how. */
export interface AuthorizationGrant {
  readonly developerId: DeveloperId
  /** The developer's at the sign-in; ending their sessions raises it. */
  readonly tokenVersion: number
  readonly method: Method
}

/** What a code is presented with. */
export interface PresentedCode {
  readonly code: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly code_verifier: string
}

/** `replayed`: the code was good once before, and gave this session. */
export type Redeemed =
  | { readonly type: "grant"; readonly grant: AuthorizationGrant }
  | { readonly type: "replayed"; readonly sessionId: SessionId | null }
  | { readonly type: "refused" }

const isEqual = (left: string, right: string) => timingSafeEqual(hashSecret(left), hashSecret(right))

/** Authorization codes: good for a minute, once, for the client, the redirect address and the verifier they were made for. */
export class AuthorizationCodes extends Context.Service<
  AuthorizationCodes,
  {
    readonly issue: (request: AuthorizationRequest, grant: AuthorizationGrant) => Effect.Effect<string>
    /** Spends the code, whatever it is presented with, in the caller's transaction; locked until that ends. */
    readonly redeem: (presented: PresentedCode) => Effect.Effect<Redeemed>
    /** Keeps which session the code gave, by the session's refresh token. */
    readonly keepSession: (code: string, refreshToken: string) => Effect.Effect<void>
  }
>()("@fleet/server/AuthorizationCodes") {
  static readonly layer = Layer.effect(
    AuthorizationCodes,
    Effect.gen(function* () {
      const store = yield* AuthorizationCodeStore
      const refused: Redeemed = { type: "refused" }

      return AuthorizationCodes.of({
        issue: Effect.fn("AuthorizationCodes.issue")(function* (request, { developerId, method, tokenVersion }) {
          const code = mintSecret()
          yield* store.insert({
            hash: hashSecret(code),
            client_id: request.client_id,
            developer_id: developerId,
            token_version: tokenVersion,
            redirect_uri: request.redirect_uri,
            code_challenge: request.code_challenge,
            method,
            expires_at: DateTime.addDuration(yield* DateTime.now, lifetime)
          })
          return code
        }),
        redeem: Effect.fn("AuthorizationCodes.redeem")(function* ({ client_id, code, code_verifier, redirect_uri }) {
          const hash = hashSecret(code)
          const found = Option.getOrUndefined(yield* store.lockForUpdate(hash))
          if (found === undefined) return refused
          if (found.spent_at !== null) return { type: "replayed", sessionId: found.session_id }
          const now = yield* DateTime.now
          yield* store.spend(hash, DateTime.toDateUtc(now))
          if (DateTime.isLessThanOrEqualTo(found.expires_at, now)) return refused
          if (!isEqual(found.client_id, client_id)) return refused
          if (!isEqual(found.redirect_uri, redirect_uri)) return refused
          if (!isEqual(found.code_challenge, codeChallenge(code_verifier))) return refused
          const { developer_id: developerId, method, token_version: tokenVersion } = found
          return { type: "grant", grant: { developerId, method, tokenVersion } }
        }),
        keepSession: (code, refreshToken) => store.keepSession(hashSecret(code), hashSecret(refreshToken))
      })
    })
  )
}
