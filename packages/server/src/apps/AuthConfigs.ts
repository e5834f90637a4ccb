import type { App } from "@fleet/domain/Apps"
import type {
  AppAuthConfig,
  LogoType,
  PutAuthLookRequest,
  PutAuthMcpRequest,
  PutAuthRegistrationRequest,
  PutAuthSignInRequest,
  PutAuthUrlsRequest
} from "@fleet/domain/AuthConfig"
import type { Developer } from "@fleet/domain/Caller"
import { NotFound, type ValidationError } from "@fleet/domain/Errors"
import { Context, DateTime, Effect, Layer, Struct } from "effect"
import { AuditLog, auditTarget } from "../audit/AuditLog.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { hostedTemplate } from "./links.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { AppStore } from "./AppStore.ts"
import { AuthConfigStore, type Row, type Settable } from "./AuthConfigStore.ts"
import { lockAppForUpdate } from "./lockAppForUpdate.ts"
import { Logos } from "./Logos.ts"

type Part = "registration" | "sign-in" | "urls" | "mcp" | "look"

const keyOf = (app: App) => ({ orgId: app.org_id, id: app.id })

/** The sign-in methods and the policy, as they are on the wire. */
const signIn = ({ email_code_enabled, password_enabled, two_factor }: Row) => ({
  sign_in_methods: { password: password_enabled, email_code: email_code_enabled },
  two_factor
})

/** How people sign into an app, and what its hosted pages look like. Equal values write nothing. */
export class AuthConfigs extends Context.Service<
  AuthConfigs,
  {
    readonly get: (app: App) => Effect.Effect<AppAuthConfig, NotFound>
    readonly putRegistration: (
      developer: Developer,
      app: App,
      part: PutAuthRegistrationRequest
    ) => Effect.Effect<AppAuthConfig, NotFound>
    /** A method that is turned off refuses its routes from the next request. Sessions stay. */
    readonly putSignIn: (
      developer: Developer,
      app: App,
      part: PutAuthSignInRequest
    ) => Effect.Effect<AppAuthConfig, NotFound>
    readonly putUrls: (
      developer: Developer,
      app: App,
      part: PutAuthUrlsRequest
    ) => Effect.Effect<AppAuthConfig, NotFound>
    readonly putMcp: (developer: Developer, app: App, part: PutAuthMcpRequest) => Effect.Effect<AppAuthConfig, NotFound>
    readonly putLook: (
      developer: Developer,
      app: App,
      part: PutAuthLookRequest
    ) => Effect.Effect<AppAuthConfig, NotFound>
    readonly putLogo: (
      developer: Developer,
      app: App,
      mime: LogoType,
      image: Uint8Array
    ) => Effect.Effect<AppAuthConfig, NotFound | ValidationError>
    readonly deleteLogo: (developer: Developer, app: App) => Effect.Effect<AppAuthConfig, NotFound>
  }
>()("@fleet/server/AuthConfigs") {
  static readonly layer = Layer.effect(
    AuthConfigs,
    Effect.gen(function* () {
      const apps = yield* AppStore
      const store = yield* AuthConfigStore
      const logos = yield* Logos
      const bus = yield* Bus
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const { baseUrl, portalUrl } = yield* Settings

      const find = Effect.fnUntraced(function* (app: App) {
        return yield* Effect.mapError(Effect.fromOption(yield* store.find(keyOf(app))), () => new NotFound())
      })

      const whole = (row: Row): AppAuthConfig => {
        const { auth_updated_at, identifier, logo_hash } = row
        const pages = `${portalUrl}/app/${identifier}`
        return {
          ...Struct.omit(row, ["auth_updated_at", "email_code_enabled", "identifier", "logo_hash", "password_enabled"]),
          ...signIn(row),
          hosted_logo_url: logo_hash === null ? null : `${pages}/logo?v=${logo_hash.slice(0, 16)}`,
          hosted_pages: {
            invite_url: hostedTemplate(portalUrl, identifier, "invite"),
            verify_url: hostedTemplate(portalUrl, identifier, "verify"),
            reset_url: hostedTemplate(portalUrl, identifier, "reset"),
            mcp_login_url: `${pages}/mcp/{interaction}`
          },
          oidc_callback_url: `${baseUrl}/api/client/oidc/callback`,
          updated_at: auth_updated_at
        }
      }

      const get = Effect.fn("AuthConfigs.get")(function* (app: App) {
        return whole(yield* find(app))
      })

      const change = Effect.fnUntraced(function* (
        developer: Developer,
        app: App,
        part: Part,
        wanted: Partial<Settable>
      ) {
        const current = yield* lockAppForUpdate(apps, app)
        const before = yield* find(app)
        const same = (name: keyof Settable) => JSON.stringify(wanted[name]) === JSON.stringify(before[name])
        const fields = (Object.keys(wanted) as ReadonlyArray<keyof Settable>).filter((name) => !same(name))
        if (fields.length === 0) return whole(before)
        yield* store.update(keyOf(app), wanted, DateTime.toDateUtc(yield* DateTime.now))
        const after = yield* find(app)
        const details = part === "sign-in" ? { old: signIn(before), new: signIn(after) } : { fields }
        yield* audit.recordBy(developer, "app.auth_config_changed", auditTarget("app", current), { part, ...details })
        if (part === "mcp")
          yield* transaction.afterCommit(bus.broadcastAndWait({ type: "mcp_switched", appId: app.id }))
        return whole(after)
      }, transaction.run)

      const changeLogo = Effect.fnUntraced(function* <E>(
        developer: Developer,
        app: App,
        write: Effect.Effect<boolean, E>
      ) {
        const current = yield* lockAppForUpdate(apps, app)
        if (!(yield* write)) return yield* get(app)
        yield* store.update(keyOf(app), {}, DateTime.toDateUtc(yield* DateTime.now))
        yield* audit.recordBy(developer, "app.auth_config_changed", auditTarget("app", current), {
          part: "logo",
          fields: ["hosted_logo_url"]
        })
        return yield* get(app)
      }, transaction.run)

      return AuthConfigs.of({
        get,
        putRegistration: Effect.fn("AuthConfigs.putRegistration")((developer, app, part) =>
          change(developer, app, "registration", part)
        ),
        putSignIn: Effect.fn("AuthConfigs.putSignIn")((developer, app, { sign_in_methods, two_factor }) =>
          change(developer, app, "sign-in", {
            password_enabled: sign_in_methods.password,
            email_code_enabled: sign_in_methods.email_code,
            two_factor
          })
        ),
        putUrls: Effect.fn("AuthConfigs.putUrls")((developer, app, part) => change(developer, app, "urls", part)),
        putMcp: Effect.fn("AuthConfigs.putMcp")((developer, app, part) => change(developer, app, "mcp", part)),
        putLook: Effect.fn("AuthConfigs.putLook")((developer, app, part) => change(developer, app, "look", part)),
        putLogo: Effect.fn("AuthConfigs.putLogo")((developer, app, mime, image) =>
          changeLogo(developer, app, logos.put(app.id, mime, image))
        ),
        deleteLogo: Effect.fn("AuthConfigs.deleteLogo")((developer, app) =>
          changeLogo(developer, app, logos.delete(app.id))
        )
      })
    })
  )
}
