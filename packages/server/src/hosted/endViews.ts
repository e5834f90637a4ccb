import { alert } from "../pages/Form.ts"
import { html } from "../pages/html.ts"
import type { Problem } from "../pages/Problems.ts"
import type { Deed, Said } from "./Texts.ts"
import { appPage, type View, way } from "./View.ts"

const isDeed = (text: string | null): text is Deed =>
  text === "signed_in" || text === "verified" || text === "reset" || text === "joined"

const isWeb = (address: string) => /^https?:\/\//i.test(address)

/** The end: back to the app, or that the tab can be closed. */
export const donePage = (view: View, deed: string | null) => {
  const { app, texts } = view
  const said = isDeed(deed) ? texts.done[deed] : texts.done.plain
  const toApp = app.appUrl !== null && isWeb(app.appUrl) ? app.appUrl : null
  return appPage(view, {
    title: said.title,
    path: isDeed(deed) ? `done?for=${deed}` : "done",
    body: html`<p>${said.body}</p>
      ${
        toApp === null
          ? html`<p>${texts.done.close}</p>`
          : html`<p><a class="button" href="${toApp}" rel="noreferrer">${texts.done.toApp(app.name)}</a></p>`
      }`
  })
}

const toSignIn = (view: View) =>
  (view.app.passwordEnabled || view.app.emailCodeEnabled) && way(view, "sign-in", view.texts.toSignIn)

/** What the app does not offer. */
export const notOfferedPage = (view: View, { body, title }: Said) =>
  appPage(view, {
    title,
    status: 403,
    refused: true,
    body: html`<p>${body}</p>
      ${toSignIn(view)}`
  })

/** An address of the app under which there is no page. */
export const nowherePage = (view: View) => {
  const { body, title } = view.texts.nowhere
  return appPage(view, {
    title,
    status: 404,
    refused: true,
    body: html`<p>${body}</p>
      ${toSignIn(view)}`
  })
}

/** A form that was not even read: too many of them, or another site's. */
export const unreadPage = (view: View, problem: Problem, status: number) =>
  appPage(view, {
    title: view.texts.unread.title,
    status,
    refused: true,
    body: html`${alert(problem.message)}
      <p>${view.texts.unread.body}</p>
      ${toSignIn(view)}`
  })
