import { alert } from "../../../platform/pages/Form.ts"
import { field } from "../../../platform/pages/Field.ts"
import { html, type Html } from "../../../platform/pages/html.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { inLanguage } from "./paths.ts"
import { type Place, texts } from "./PortalPage.ts"

interface PasskeyForm {
  /** What the browser is to do. */
  readonly does: "get" | "create"
  readonly action: string
  readonly options: string
  /** The page that contains it. */
  readonly page: string
  readonly submit: string
  readonly named?: boolean
  readonly first?: boolean
  readonly problem?: Problem | undefined
}

/** Hidden until the script finds that the browser knows passkeys. */
export const passkeyForm = (
  { interaction, locale }: Place,
  { action, does, first, named, options, page, problem, submit }: PasskeyForm
): Html => {
  const text = texts[locale]
  return html`${problem !== undefined && alert(problem.message)}
    <form
      hidden
      method="post"
      action="${inLanguage(action, locale)}"
      data-passkey="${does}"
      data-options="${options}"
      data-page="${inLanguage(page, locale)}"
      data-cancelled="${text.passkeyCancelled}"
      data-exists="${text.passkeyExists}"
      data-failed="${text.passkeyFailed}"
    >
      <p class="wrong" role="alert" hidden></p>
      <input type="hidden" name="interaction" value="${interaction.id}" />
      <input type="hidden" name="credential" value="" />
      ${
        named === true &&
        html`<h2>${text.passkey}</h2>
          ${field({
            name: "name",
            label: text.passkeyName,
            hint: text.passkeyNameHint,
            autocomplete: "off",
            maxLength: 80
          })}`
      }
      <button class="${first === true ? "first" : "second"}">${submit}</button>
    </form>`
}
