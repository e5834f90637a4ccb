import { html, type Html } from "../../../platform/pages/html.ts"
import { type View, way } from "./View.ts"

const isWeb = (address: string) => /^https?:\/\//i.test(address)

/** The app's home; null without one. */
export const homeOf = ({ app: { appUrl } }: View): string | null => (appUrl !== null && isWeb(appUrl) ? appUrl : null)

const offersSignIn = ({ app }: View) => app.passwordEnabled || app.emailCodeEnabled || app.providers.length > 0

/** The link to sign in, where the app offers that here. */
export const toSignIn = (view: View): Html | false => offersSignIn(view) && way(view, "sign-in", view.texts.toSignIn)

/** The same as the page's main button. */
export const signInButton = (view: View): Html | false =>
  offersSignIn(view) && html`<a class="button" href="${view.href("sign-in")}">${view.texts.toSignIn}</a>`

/** The way to the app, where it has a home. */
export const toApp = (view: View): Html | false => {
  const home = homeOf(view)
  const label = view.texts.done.toApp(view.app.name)
  return home !== null && html`<a class="button second" href="${home}" rel="noreferrer">${label}</a>`
}

/** Where a page is at an end: to sign in, and to the app. */
export const waysOn = (view: View): Html => html`<div class="ways">${signInButton(view)} ${toApp(view)}</div>`
