import { alert, or } from "../../../platform/pages/Form.ts"
import { field } from "../../../platform/pages/Field.ts"
import { html, type Html, withScript } from "../../../platform/pages/html.ts"
import { icon } from "../../../platform/pages/icons.ts"
import { passkeyScriptPath } from "../../../platform/pages/scriptPaths.ts"
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
  /** Whether it is the page's main act; else it stands below a divider, which is hidden with it. */
  readonly first?: boolean
  readonly problem?: Problem | undefined
}

/** Hidden until the script finds that the browser knows passkeys. */
export const passkeyForm = (
  { interaction, locale }: Place,
  { action, does, first, named, options, page, problem, submit }: PasskeyForm
): Html => {
  const text = texts[locale]
  const markup = html`${problem !== undefined && alert(problem.message)}
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
      ${first !== true && or(locale)}
      <p class="wrong" role="alert" hidden></p>
      <input type="hidden" name="interaction" value="${interaction.id}" />
      <input type="hidden" name="credential" value="" />
      ${
        named === true &&
        field(
          {
            name: "name",
            label: text.passkeyName,
            hint: text.passkeyNameHint,
            autocomplete: "off",
            maxLength: 80
          },
          locale
        )
      }
      <button class="${first === true ? "first" : "second"}">${icon("passkey")} ${submit}</button>
    </form>`
  return withScript(markup, passkeyScriptPath)
}
