import { TokenExpired, Unauthorized } from "@fleet/domain/Errors"
import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { compactVerify, CompactSign, type CompactJWSHeaderParameters } from "jose"
import { createSecretKey, hkdfSync, type KeyObject, randomUUID } from "node:crypto"
import { everySync } from "../platform/schedule/every.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { VerifiedTokens } from "./VerifiedTokens.ts"

/** How long an access token lives. */
export const AccessLifetime = Context.Reference<Duration.Duration>("@fleet/server/AccessLifetime", {
  defaultValue: () => Duration.minutes(15)
})

/** Of a token that a person gave to a client: which one, and its scopes, separated by spaces. */
const client = { client_id: Schema.optionalKey(Schema.String), scope: Schema.optionalKey(Schema.String) }
const common = { sub: Schema.String, sid: Schema.String, ...client }
const timed = { iss: Schema.String, aud: Schema.String, iat: Schema.Int, exp: Schema.Int, jti: Schema.String }
const developer = { ...common, kind: Schema.tag("developer"), tv: Schema.Int }
const appUser = { ...common, kind: Schema.tag("app_user"), app_id: Schema.String }

/** The subject of an access token. `sid` is the refresh family, `tv` the developer's token version. */
export const Subject = Schema.Union([Schema.Struct(developer), Schema.Struct(appUser)])
export type Subject = typeof Subject.Type

const Claims = Schema.Union([Schema.Struct({ ...developer, ...timed }), Schema.Struct({ ...appUser, ...timed })])
export type Claims = typeof Claims.Type

const alg = "HS256"
const typ = "at+jwt"
const decodeClaims = Schema.decodeUnknownOption(Schema.fromJsonString(Claims))

/** Whether each part is the one way to write its bytes: a token is one text, which is looked up as such. */
const isCanonical = (text: string): boolean =>
  text.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part)

interface SigningKey {
  /** Names the key in a token's header; it says nothing of the secret. */
  readonly kid: string
  readonly key: KeyObject
}

const signingKey = (secret: Redacted.Redacted): SigningKey => {
  const text = Redacted.value(secret)
  const kid = Buffer.from(hkdfSync("sha256", text, "", "fleet key id", 9)).toString("base64url")
  return { kid, key: createSecretKey(Buffer.from(text)) }
}

/**
 * Access tokens: signed, short-lived, opaque to clients. They name the key that signed them: that of FLEET_SECRET, or, where
 * the secret was changed, that of FLEET_SECRET_PREVIOUS, whose tokens are read and of which none is made.
 */
export class Tokens extends Context.Service<
  Tokens,
  {
    /** The audience of REST and realtime tokens, and the default. */
    readonly audience: string
    /** How long a token lives. */
    readonly lifetime: Duration.Duration
    /** A token for REST and realtime, or for the resource that is named. Each is the issuer of its own tokens. */
    readonly sign: (subject: Subject, audience?: string) => Effect.Effect<string>
    /** What a token of ours grants, whether or not it has expired; null for any other token. */
    readonly audienceOf: (token: Redacted.Redacted) => Effect.Effect<string | null>
    /** The claims of a token whose signature, audience and expiry are valid. Does not read the database. */
    readonly read: (token: Redacted.Redacted, audience?: string) => Effect.Effect<Claims, Unauthorized | TokenExpired>
  }
>()("@fleet/server/Tokens") {
  static readonly layer = Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const { baseUrl, secret, secretPrevious } = yield* Settings
      const lifetime = yield* AccessLifetime
      const current = signingKey(secret)
      const previous = Option.toArray(Option.map(secretPrevious, signingKey))
      const keys = new Map([...previous, current].map(({ key, kid }) => [kid, key]))
      const verified = new VerifiedTokens<Claims>()
      yield* everySync(lifetime, () => verified.age())

      /**
       * The key that a header names. Tokens of versions that named none were signed with the current one. A header of ours
       * says nothing else, such as where a key is.
       */
      const keyOf = ({ kid = current.kid, typ: given, ...others }: CompactJWSHeaderParameters) => {
        const isOurs = given === typ && Object.keys(others).every((name) => name === "alg")
        const key = isOurs ? keys.get(kid) : undefined
        if (key === undefined) throw new Error("no key of ours")
        return key
      }

      /** Null where the signature is not ours, or does not stand for claims. */
      const verify = (text: string): Effect.Effect<Claims | null> =>
        Effect.promise(async () => {
          try {
            if (!isCanonical(text)) return null
            const { payload } = await compactVerify(text, keyOf, { algorithms: [alg] })
            return Option.getOrNull(decodeClaims(Buffer.from(payload).toString()))
          } catch {
            return null
          }
        })

      /** What was verified before is not waited for. */
      const claimsOf = (text: string): Effect.Effect<Claims | null> => {
        const known = verified.get(text)
        return known === undefined ? verify(text) : Effect.succeed(known)
      }

      return Tokens.of({
        audience: baseUrl,
        lifetime,
        audienceOf: (token) => Effect.map(claimsOf(Redacted.value(token)), (claims) => claims?.aud ?? null),
        sign: Effect.fnUntraced(function* (subject, audience = baseUrl) {
          const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000)
          const exp = iat + Duration.toSeconds(lifetime)
          const claims: Claims = { ...subject, iss: audience, aud: audience, iat, exp, jti: randomUUID() }
          const payload = Buffer.from(JSON.stringify(claims))
          const signed = new CompactSign(payload).setProtectedHeader({ alg, typ, kid: current.kid })
          return yield* Effect.promise(() => signed.sign(current.key))
        }),
        read: Effect.fnUntraced(function* (token, audience = baseUrl) {
          const text = Redacted.value(token)
          const claims = yield* claimsOf(text)
          if (claims === null || claims.iss !== audience || claims.aud !== audience) return yield* new Unauthorized()
          if (claims.exp * 1000 <= (yield* Clock.currentTimeMillis)) {
            verified.delete(text)
            return yield* new TokenExpired()
          }
          verified.keep(text, claims)
          return claims
        })
      })
    })
  )
}
