import { AppId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const App = Schema.Struct({
  id: AppId,
  orgId: OrgId,
  identifier: Schema.String,
  name: Schema.String,
  appUrl: Schema.NullOr(Schema.String),
  accent: Schema.NullOr(Schema.String),
  logoHash: Schema.NullOr(Schema.String),
  passwordEnabled: Schema.Boolean,
  emailCodeEnabled: Schema.Boolean,
  selfRegistration: Schema.Boolean,
  twoFactor: Schema.Literals(["off", "optional", "required"]),
  /** The enabled ones. */
  providers: Schema.Array(Schema.Struct({ slug: Schema.String, name: Schema.String }))
})
const Person = Schema.Struct({ email: Schema.String, displayName: Schema.NullOr(Schema.String) })

const Key = Schema.Struct({ appId: AppId, tokenHash: Schema.Uint8Array, now: Schema.Date })
type Key = typeof Key.Type
const LinkKey = Schema.Struct({ ...Key.fields, kind: Schema.Literals(["verify", "reset"]) })

/** What hosted pages read. Nothing here spends anything. */
export class SignInPageStore extends Context.Service<
  SignInPageStore,
  {
    readonly app: (identifier: string) => Effect.Effect<Option.Option<typeof App.Type>>
    /** Whose living link it is. */
    readonly link: (key: typeof LinkKey.Type) => Effect.Effect<Option.Option<typeof Person.Type>>
    /** Whose outstanding invitation it is. */
    readonly invitation: (key: Key) => Effect.Effect<Option.Option<typeof Person.Type>>
  }
>()("@fleet/server/SignInPageStore") {
  static readonly layer = Layer.effect(
    SignInPageStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const app = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: App,
        execute: (identifier) => sql`
          SELECT a.id, a.org_id AS "orgId", a.identifier, a.name, a.app_url AS "appUrl", a.hosted_accent AS accent,
            l.hash AS "logoHash", a.password_enabled AS "passwordEnabled", a.email_code_enabled AS "emailCodeEnabled",
            a.self_registration AS "selfRegistration", a.two_factor AS "twoFactor",
            coalesce((
              SELECT jsonb_agg(jsonb_build_object('slug', p.slug, 'name', p.name) ORDER BY p.slug COLLATE "C")
              FROM app_oidc_providers p WHERE p.app_id = a.id AND p.enabled), '[]') AS providers
          FROM apps a LEFT JOIN app_logos l ON l.app_id = a.id
          WHERE a.identifier = ${identifier}`
      })
      const link = SqlSchema.findOneOption({
        Request: LinkKey,
        Result: Person,
        execute: ({ appId, kind, now, tokenHash }) => sql`
          SELECT u.email, u.display_name AS "displayName"
          FROM app_user_links l JOIN app_users u ON u.id = l.user_id
          WHERE l.token_hash = ${tokenHash} AND l.kind = ${kind} AND l.expires_at > ${now} AND u.app_id = ${appId}
            AND (u.status = 'pending_verification' OR l.kind = 'reset' AND u.status = 'active')`
      })
      const invitation = SqlSchema.findOneOption({
        Request: Key,
        Result: Person,
        execute: ({ appId, now, tokenHash }) => sql`
          SELECT email, display_name AS "displayName" FROM app_invitations
          WHERE token_hash = ${tokenHash} AND expires_at > ${now} AND app_id = ${appId}`
      })
      return SignInPageStore.of({
        app: (identifier) => Effect.orDie(app(identifier)),
        link: (key) => Effect.orDie(link(key)),
        invitation: (key) => Effect.orDie(invitation(key))
      })
    })
  )
}
