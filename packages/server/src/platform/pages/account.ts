import { html, type Html } from "./html.ts"
import { icon } from "./icons.ts"

export interface Account {
  /** Said to those who do not see where it stands. */
  readonly label: string
  readonly email: string
  /** The way to another one. */
  readonly change?: { readonly href: string; readonly label: string }
}

/** Characters of an address that is sure to have more than one line. */
const long = 40

/** A long address has a line end after its @ rather than inside a word. */
const broken = (email: string): Html => {
  const at = email.lastIndexOf("@") + 1
  return email.length > long ? html`${email.slice(0, at)}<wbr />${email.slice(at)}` : html`${email}`
}

/** Whose account a page is about. */
export const account = ({ change, email, label }: Account): Html =>
  html`<div class="account">
    <span class="avatar" aria-hidden="true">${icon("person")}</span>
    <p><span class="unseen">${label}</span> <strong>${broken(email)}</strong></p>
    ${change !== undefined && html`<a href="${change.href}">${change.label}</a>`}
  </div>`
