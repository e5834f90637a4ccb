import type { ClientOidcErrorCode } from "@fleet/domain/ClientOidc"
import { alert } from "../../../platform/pages/Form.ts"
import { html } from "../../../platform/pages/html.ts"
import type { IconName } from "../../../platform/pages/icons.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import type { HostedAction, TitledText } from "./Texts.ts"
import { appPage, nextHref, type View } from "./View.ts"
import { homeOf, toSignIn, waysOn } from "./ways.ts"

const isAction = (text: string | null): text is HostedAction =>
  text === "signed_in" || text === "verified" || text === "reset" || text === "joined" || text === "password_lost"

/** The page at the end, and what led there; or the page that the sign-in goes on to. */
export const doneHref = (view: View, action: HostedAction): string => {
  if (view.next !== null) return nextHref(view, view.next)
  const href = view.href("done")
  return `${href}${href.includes("?") ? "&" : "?"}for=${action}`
}

/** The end: back to the app, or that the tab can be closed. A lost password can be set anew first. */
export const donePage = (view: View, action: string | null) => {
  const { app, href, texts } = view
  const shown = isAction(action) ? texts.done[action] : texts.done.plain
  const home = homeOf(view)
  const lost = action === "password_lost" && app.passwordEnabled
  return appPage(view, {
    icon: lost ? "warning" : "check",
    title: shown.title,
    lead: home === null ? html`${shown.body} ${texts.done.close}` : shown.body,
    body: html`<div class="ways">
      ${lost && html`<a class="button" href="${href("forgot")}">${texts.done.setPassword}</a>`}
      ${
        home !== null &&
        html`<a class="button${lost && " second"}" href="${home}" rel="noreferrer">${texts.done.toApp(app.name)}</a>`
      }
    </div>`,
    foot: home === null && toSignIn(view)
  })
}

const endPage = (view: View, icon: IconName, { body, title }: TitledText, status: number) =>
  appPage(view, { icon, title, lead: body, status, refused: true, body: waysOn(view) })

/** What the app does not offer. */
export const notOfferedPage = (view: View, shown: TitledText) => endPage(view, "barred", shown, 403)

/** An address of the app under which there is no page. */
export const unknownPage = (view: View) => endPage(view, "search", view.texts.unknownPage, 404)

/** The result of a form that expired, or of another browser. */
export const expiredPage = (view: View) => endPage(view, "clock", view.texts.expired, 410)

/** A sign-in that waited too long, or whose codes were wrong too often; or an app that wants no second step. */
export const deadChallengePage = (view: View, shown: TitledText) => endPage(view, "clock", shown, 410)

/** A sign-in with an identity provider that came to nothing. */
export const providerFailedPage = (view: View, error: ClientOidcErrorCode) => {
  const { notOffered, provider, refusals } = view.texts
  if (error === "registration_closed") return notOfferedPage(view, notOffered.signUp)
  if (error === "provider_disabled") return notOfferedPage(view, notOffered.method)
  const whys: Partial<Record<ClientOidcErrorCode, string>> = {
    no_access: provider.noAccess,
    email_taken: provider.emailTaken,
    email_unverified: provider.emailUnverified,
    domain_not_allowed: refusals.domain,
    quota_exceeded: refusals.full,
    plan_limit: refusals.full,
    claims_incomplete: provider.noEmail,
    idp_unavailable: provider.unavailable,
    provider_misconfigured: provider.unavailable
  }
  return endPage(view, "barred", { title: provider.failed, body: whys[error] ?? provider.cancelled }, 403)
}

/** A form that was not even read: too many of them, or another site's. */
export const unreadPage = (view: View, problem: Problem, status = 200) =>
  appPage(view, {
    icon: "barred",
    title: view.texts.unread.title,
    lead: view.texts.unread.body,
    status,
    refused: true,
    body: html`${alert(problem.message)} ${waysOn(view)}`
  })
