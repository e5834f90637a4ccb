import type { SignInTokens } from "@fleet/domain/ClientAuth"
import type { AppUser } from "@fleet/domain/Caller"
import { Clock, Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Credentials } from "../../../access/Credentials.ts"
import { Tokens } from "../../../access/Tokens.ts"
import { Sealing } from "../../../platform/crypto/Sealing.ts"
import type { Response } from "../../../platform/pages/Answers.ts"
import { cookiePrefix, giveCookie, takeCookies } from "../../../platform/pages/cookies.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import type { PageApp } from "../signin/SignInPages.ts"

/** How long a browser knows who signed in on the pages of MCP. */
const lifetime = Duration.hours(12)

/** `untilMs`: a cookie, stolen or not, is void after it. */
const Kept = Schema.fromJsonString(Schema.Struct({ sub: Schema.String, sid: Schema.String, untilMs: Schema.Finite }))
const encode = Schema.encodeSync(Kept)
const decode = Schema.decodeEffect(Kept)

type Cookies = Readonly<Record<string, string>>

const contextOf = ({ id }: PageApp) => `signed in to ${id}`

/** Who signed in, in this browser, to decide about MCP clients: a sealed cookie that names a session. */
export class SignedInPeople extends Context.Service<
  SignedInPeople,
  {
    /** Has the browser keep the session of a sign-in. */
    readonly keep: (app: PageApp, tokens: SignInTokens, answer: Response) => Effect.Effect<Response>
    /** Null without a sign-in, or where the session has ended since. */
    readonly of: (app: PageApp, cookies: Cookies) => Effect.Effect<AppUser | null>
    readonly forget: (app: PageApp, answer: Response) => Response
  }
>()("@fleet/server/SignedInPeople") {
  static readonly layer = Layer.effect(
    SignedInPeople,
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const tokens = yield* Tokens
      const sealing = yield* Sealing
      const { portalUrl } = yield* Settings
      const nameOf = ({ identifier }: PageApp) => cookiePrefix(portalUrl, "person") + identifier

      return SignedInPeople.of({
        keep: Effect.fnUntraced(function* (app, { access_token }, answer) {
          const { sid, sub } = yield* Effect.orDie(tokens.read(Redacted.make(access_token)))
          const untilMs = (yield* Clock.currentTimeMillis) + Duration.toMillis(lifetime)
          const value = Buffer.from(sealing.seal(encode({ sub, sid, untilMs }), contextOf(app))).toString("base64url")
          return giveCookie(answer, portalUrl, { name: nameOf(app), value, lifetime })
        }),
        of: Effect.fnUntraced(function* (app, cookies) {
          const value = cookies[nameOf(app)]
          if (value === undefined) return null
          const opened = sealing.open(Buffer.from(value, "base64url"), contextOf(app))
          const kept = Option.getOrUndefined(yield* Effect.option(Effect.flatMap(opened, decode)))
          if (kept === undefined || kept.untilMs <= (yield* Clock.currentTimeMillis)) return null
          const { sid, sub } = kept
          const token = yield* tokens.sign({ kind: "app_user", sid, sub, app_id: app.id })
          const caller = Option.getOrUndefined(yield* Effect.option(credentials.prove(Redacted.make(token))))
          return caller?.kind === "app_user" && caller.appId === app.id ? caller : null
        }),
        forget: (app, answer) => takeCookies(answer, portalUrl, [nameOf(app)])
      })
    })
  )
}
