import type { AppId, OrgId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { hashSecret } from "../../../platform/crypto/Secrets.ts"
import { Plans } from "../../../plans/Plans.ts"
import { SignInPageStore } from "./SignInPageStore.ts"

/** An app as its hosted pages show it. */
export interface PageApp {
  readonly id: AppId
  readonly orgId: OrgId
  readonly identifier: string
  readonly name: string
  readonly appUrl: string | null
  /** Lowercase #rrggbb; null is the neutral accent. */
  readonly accent: string | null
  /** Changes with the image; null without a logo. */
  readonly logoHash: string | null
  readonly passwordEnabled: boolean
  readonly emailCodeEnabled: boolean
  readonly selfRegistration: boolean
  readonly twoFactor: "off" | "optional" | "required"
  /** The identity providers that people may sign in with, by slug. */
  readonly providers: ReadonlyArray<{ readonly slug: string; readonly name: string }>
}

/** What a hosted page needs to know before anything is spent. */
export class SignInPages extends Context.Service<
  SignInPages,
  {
    /** The app behind an identifier, as its pages look and what they may offer. */
    readonly app: (identifier: string) => Effect.Effect<Option.Option<PageApp>>
    /** Whether a mailed link is good, and for whom; does not spend it. None when it is dead or another app's. */
    readonly link: (
      kind: "verify" | "reset" | "invite",
      app: PageApp,
      token: string
    ) => Effect.Effect<Option.Option<{ readonly email: string; readonly displayName: string | null }>>
  }
>()("@fleet/server/SignInPages") {
  static readonly layer = Layer.effect(
    SignInPages,
    Effect.gen(function* () {
      const store = yield* SignInPageStore
      const plans = yield* Plans
      return SignInPages.of({
        app: Effect.fn("SignInPages.app")(function* (identifier) {
          const found = yield* store.app(identifier)
          if (Option.isNone(found) || found.value.providers.length === 0) return found
          const isIncluded = yield* Effect.isSuccess(plans.require(found.value.orgId, "app_oidc"))
          return isIncluded ? found : Option.some({ ...found.value, providers: [] })
        }),
        link: Effect.fn("SignInPages.link")(function* (kind, { id: appId }, token) {
          const now = DateTime.toDateUtc(yield* DateTime.now)
          const key = { appId, tokenHash: hashSecret(token), now }
          return yield* kind === "invite" ? store.invitation(key) : store.link({ ...key, kind })
        })
      })
    })
  )
}
