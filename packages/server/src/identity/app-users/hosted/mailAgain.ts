import { form } from "../../../platform/pages/Form.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import type { View } from "./View.ts"

/** Seconds until another mail is sent to the same address. */
const seconds = 60

interface Again {
  readonly again: string
  /** With `{time}`, minutes and seconds. */
  readonly wait: string
}

/** Below a page that waits for a mail: where it may be, and another one. */
export const mailAgain = (
  { href, locale, texts }: View,
  path: string,
  email: string,
  { again: submit, wait: words }: Again
): Html =>
  html`<div class="row">
    <p class="small">${texts.noMail}</p>
    ${form({ locale, action: href(path), hidden: { email }, submit, weight: "link", wait: { seconds, words } })}
  </div>`
