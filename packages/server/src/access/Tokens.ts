import { TokenExpired, Unauthorized } from "@fleet/domain/Errors"
import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import { sweep } from "../platform/schedule/sweep.ts"
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

const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "at+jwt" })).toString("base64url")
const decodeClaims = Schema.decodeUnknownOption(Schema.fromJsonString(Claims))

/** Access tokens: signed, short-lived, opaque to clients. */
export class Tokens extends Context.Service<
  Tokens,
  {
    /** The audience of REST and realtime tokens, and the default. */
    readonly audience: string
    /** How long a token lives. */
    readonly lifetime: Duration.Duration
    /** A token for REST and realtime, or for the resource that is named. Each is the issuer of its own tokens. */
    readonly sign: (subject: Subject, audience?: string) => Effect.Effect<string>
    /** What a token of ours is good for, whether or not it has expired; null where it is none of ours. */
    readonly audienceOf: (token: Redacted.Redacted) => string | null
    /** The claims of a token whose signature, audience and expiry are valid. Does not read the database. */
    readonly read: (token: Redacted.Redacted, audience?: string) => Effect.Effect<Claims, Unauthorized | TokenExpired>
  }
>()("@fleet/server/Tokens") {
  static readonly layer = Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const { baseUrl, secret } = yield* Settings
      const lifetime = yield* AccessLifetime
      const key = Redacted.value(secret)
      const mac = (text: string) => createHmac("sha256", key).update(text).digest()
      const verified = new VerifiedTokens<Claims>()
      yield* sweep(lifetime, () => verified.age())

      /** Null where the signature is not ours, or does not stand for claims. */
      const verify = (text: string): Claims | null => {
        const [head, body, signature, ...rest] = text.split(".")
        if (head !== header || body === undefined || signature === undefined || rest.length > 0) return null
        if (!sameText(signature, mac(`${head}.${body}`).toString("base64url"))) return null
        return Option.getOrNull(decodeClaims(Buffer.from(body, "base64url").toString()))
      }

      return Tokens.of({
        audience: baseUrl,
        lifetime,
        audienceOf: (token) => {
          const text = Redacted.value(token)
          return (verified.get(text) ?? verify(text))?.aud ?? null
        },
        sign: Effect.fnUntraced(function* (subject, audience = baseUrl) {
          const iat = Math.floor((yield* Clock.currentTimeMillis) / 1000)
          const exp = iat + Duration.toSeconds(lifetime)
          const claims: Claims = { ...subject, iss: audience, aud: audience, iat, exp, jti: randomUUID() }
          const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
          return `${signed}.${mac(signed).toString("base64url")}`
        }),
        read: Effect.fnUntraced(function* (token, audience = baseUrl) {
          const text = Redacted.value(token)
          const claims = verified.get(text) ?? verify(text)
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

const sameText = (left: string, right: string) => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
