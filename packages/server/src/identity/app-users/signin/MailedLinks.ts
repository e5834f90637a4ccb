import { OrgLocked, TokenSpent } from "@fleet/domain/Errors"
import { AppId, AppUserId, OrgId, RoleId } from "@fleet/domain/Ids"
import { Context, DateTime, Duration, Effect, Layer, type Option } from "effect"
import { hashSecret, mintSecret } from "../../../platform/crypto/Secrets.ts"
import { type NewMail, Outbox } from "../../../mail/Outbox.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { linkOf } from "../../../apps/links.ts"
import { type LinkKind, MailedLinkStore } from "../accounts/MailedLinkStore.ts"

const linkLifetime = { verify: Duration.hours(24), reset: Duration.hours(1) } as const

/** The refusal of a link: `org_locked`, else `token_spent`. */
export const spentUnlessLocked = (why: unknown): TokenSpent | OrgLocked =>
  why instanceof OrgLocked ? why : new TokenSpent()

/** No account has this id. */
const noAccount = AppUserId.make("00000000-0000-0000-0000-000000000000")

/** A link to be made, and for whom. */
export interface LinkRequest {
  readonly kind: LinkKind
  readonly app: {
    readonly orgId: OrgId
    readonly appId: AppId
    readonly identifier: string
    /** The app's own page; null is the hosted one. */
    readonly template: string | null
  }
  /** The account, which may turn out to be entitled to no such link; null without one. */
  readonly person: {
    readonly id: AppUserId
    readonly email: string
    readonly display_name: string | null
    readonly role_id: RoleId
  } | null
  /** The address as it was asked for. A mail goes to the account's stored address, never to this spelling. */
  readonly email: string
}

/** Links by which people prove their address or set a new password. */
export class MailedLinks extends Context.Service<
  MailedLinks,
  {
    /** Makes a link and its mail, in place of an older link. Without an account nothing is sent, at the same cost. */
    readonly issue: (request: LinkRequest) => Effect.Effect<NewMail>
    /** The same, on its way by the outbox. */
    readonly send: (request: LinkRequest) => Effect.Effect<void>
    /** The account of a valid link, and whether the app takes passwords; does not spend it. */
    readonly find: (
      kind: LinkKind,
      token: string
    ) => Effect.Effect<
      Option.Option<{ readonly id: AppUserId; readonly app_id: AppId; readonly password_enabled: boolean }>
    >
    /** Spends a link, once. The account stays locked until the transaction ends. */
    readonly take: (kind: LinkKind, token: string) => Effect.Effect<Option.Option<AppUserId>>
  }
>()("@fleet/server/MailedLinks") {
  static readonly layer = Layer.effect(
    MailedLinks,
    Effect.gen(function* () {
      const store = yield* MailedLinkStore
      const outbox = yield* Outbox
      const { portalUrl } = yield* Settings

      const presented = Effect.fnUntraced(function* (kind: LinkKind, token: string) {
        return { kind, tokenHash: hashSecret(token), now: DateTime.toDateUtc(yield* DateTime.now) }
      })

      const issue = Effect.fn("MailedLinks.issue")(function* ({ app, email, kind, person }: LinkRequest) {
        const token = mintSecret()
        const expiresAt = DateTime.toDateUtc(DateTime.addDuration(yield* DateTime.now, linkLifetime[kind]))
        const userId = person?.id ?? noAccount
        const issued = yield* store.put({ userId, kind, tokenHash: hashSecret(token), expiresAt })
        return {
          kind,
          to: person?.email ?? email,
          orgId: app.orgId,
          appId: app.appId,
          displayName: person?.display_name ?? null,
          roleId: person?.role_id ?? null,
          link: linkOf(kind, { portalUrl, identifier: app.identifier, template: app.template, token }),
          code: null,
          expiresAt,
          send: issued
        }
      })

      return MailedLinks.of({
        issue,
        send: Effect.fn("MailedLinks.send")(function* (request) {
          yield* outbox.post(yield* issue(request))
        }),
        find: (kind, token) => Effect.flatMap(presented(kind, token), store.find),
        take: (kind, token) => Effect.flatMap(presented(kind, token), store.take)
      })
    })
  )
}
