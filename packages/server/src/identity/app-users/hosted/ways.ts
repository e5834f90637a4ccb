import { html, type Html } from "../../../platform/pages/html.ts"
import { type View, way } from "./View.ts"

const isWeb = (address: string) => /^https?:\/\//i.test(address)

/** The app's home; null without one. */
export const homeOf = ({ app: { appUrl } }: View): string | null => (appUrl !== null && isWeb(appUrl) ? appUrl : null)

/** Whether people sign in to the app on its pages. */
export const offersSignIn = ({ app }: View): boolean =>
  app.passwordEnabled || app.emailCodeEnabled || app.providers.length > 0

/** The link to sign in, where the app offers that here. */
export const toSignIn = (view: View): Html | false => offersSignIn(view) && way(view, "sign-in", view.texts.toSignIn)

/** For those who have an account: the link to sign in, where the app offers that here. */
export const toSignInInstead = (view: View): Html | false => {
  const link = toSignIn(view)
  return link !== false && html`${view.texts.signUp.hasAccount} ${link}`
}

/** The same as the page's main button. */
export const signInButton = (view: View): Html | false =>
  offersSignIn(view) && html`<a class="button" href="${view.href("sign-in")}">${view.texts.toSignIn}</a>`

/** The way to the app, where it has a home: beside the page's main act, or as that. */
export const toApp = (view: View, weight: "first" | "second" = "second"): Html | false => {
  const home = homeOf(view)
  const label = view.texts.done.toApp(view.app.name)
  const kind = weight === "first" ? "button" : "button second"
  return home !== null && html`<a class="${kind}" href="${home}" rel="noreferrer">${label}</a>`
}

/**
 * Where a page is at an end: to sign in, and to the app. An app that has neither is asked once more: whoever runs it may
 * have opened it since.
 */
export const waysOn = (view: View): Html => {
  const signIn = signInButton(view)
  const app = toApp(view, signIn === false ? "first" : "second")
  const again =
    signIn === false &&
    app === false &&
    html`<a class="button" href="${view.href("sign-in")}">${view.texts.tryAgain}</a>`
  return html`<div class="ways">${signIn} ${app} ${again}</div>`
}
