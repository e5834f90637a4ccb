import type { AuthConfigPreviewRequest, PreviewedPage } from "@fleet/domain/AuthConfig"
import { DateTime, Effect } from "effect"
import { HostedPreviews } from "../../../apps/HostedPreviews.ts"
import { framedMail, type Response } from "../../../platform/pages/Answers.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import type { McpInteraction } from "../../oauth/mcp/McpInteraction.ts"
import { catalogue } from "./catalogue.ts"
import { donePage, expiredPage } from "./endViews.ts"
import { invitePage, resetPage, verifyPage } from "./linkViews.ts"
import { consentPage } from "./mcpViews.ts"
import { signInPage } from "./signInViews.ts"
import { signUpPage } from "./signUpViews.ts"
import { twoFactorPage } from "./twoFactorViews.ts"
import type { View } from "./View.ts"

const email = "kim@example.com"
const link = { token: "preview", email, name: "Kim" }

const interaction = ({ app }: View): McpInteraction => ({
  id: "00000000-0000-4000-8000-000000000000",
  app_id: app.id,
  client_id: "preview",
  client_name: "Example",
  redirect_uri: "https://client.example.com/callback",
  state: null,
  code_challenge: "",
  scopes: ["robots:read", "robots:control"],
  expires_at: DateTime.makeUnsafe(0),
  decided_at: null
})

/** Each page with sample values. */
const pages: Readonly<Record<PreviewedPage, (view: View) => Response>> = {
  sign_in: (view) => signInPage(view),
  sign_up: (view) => signUpPage(view),
  verify: (view) => verifyPage(view, link),
  reset: (view) => resetPage(view, link),
  invite: (view) => invitePage(view, link),
  two_factor: (view) => twoFactorPage(view, { challenge: "preview", email }),
  consent: (view) => consentPage(view, interaction(view), email, false),
  done: (view) => donePage(view, "signed_in")
}

const shownAs = (view: View, framedBy: string, { locale, look, theme }: Partial<AuthConfigPreviewRequest>): View => ({
  ...view,
  ...(look?.hosted_accent === undefined ? {} : { app: { ...view.app, accent: look.hosted_accent } }),
  ...(locale === undefined ? {} : { locale, texts: catalogue[locale] }),
  here: null,
  next: null,
  preview: { framedBy, theme }
})

/** Shows a page to the console's frame. The page of a token that is over may be framed, too. */
export const previewPages = Effect.gen(function* () {
  const previews = yield* HostedPreviews
  const { consoleOrigin } = yield* Settings
  return Effect.fnUntraced(function* (view: View, token: string | null, mailToken: string | null) {
    const mail = mailToken === null ? null : yield* previews.readMail(view.app.id, mailToken)
    if (mail !== null) return framedMail(mail, consoleOrigin)
    const asked = yield* previews.read(view.app.id, token)
    return asked === null
      ? expiredPage(shownAs(view, consoleOrigin, {}))
      : pages[asked.page](shownAs(view, consoleOrigin, asked))
  })
})
