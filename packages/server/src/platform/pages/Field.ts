import { html, Html, withScript } from "./html.ts"
import type { Locale } from "../i18n/Locale.ts"
import { fieldWords } from "./fieldWords.ts"
import { formScriptPath } from "./scriptPaths.ts"

/** An input with its label above it. */
export interface Field {
  /** The name it is sent under. */
  readonly name: string
  /** Its id on the page where the name is there twice. */
  readonly id?: string
  readonly label: string
  readonly type?: "text" | "email" | "password"
  /** What browsers and password managers fill in. */
  readonly autocomplete: string
  /** What stands in it at first. Never a password or a code. */
  readonly value?: string | null | undefined
  /** Said before typing. */
  readonly hint?: string | undefined
  /** What is wrong with what was sent; takes the focus. */
  readonly wrong?: string | undefined
  readonly optional?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  /** A code of so many digits, which may be pasted with spaces: a keypad on phones. */
  readonly digits?: number
  /** Whether it is what the page is for, and has the focus from the start. */
  readonly focused?: boolean
  /** A code of letters: neither corrected nor capitalised. */
  readonly verbatim?: boolean
  /** A link beside the label, reached after the input. */
  readonly aside?: { readonly href: string; readonly label: string }
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Attributes by name; true writes the name alone, and what is not given writes nothing. */
const attributes = (given: Attributes): ReadonlyArray<Html> =>
  Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === false) return []
    const written = new Html(` ${name}`)
    return value === true ? [written] : [written, html`="${value}"`]
  })

const sentences = (id: string, { hint, wrong }: Field): string | undefined =>
  [...(hint === undefined ? [] : [`${id}-hint`]), ...(wrong === undefined ? [] : [`${id}-wrong`])].join(" ") ||
  undefined

/** What the script says and does with an input; without a script nothing. */
const scripted = (shown: Field, locale: Locale): Attributes => {
  const words = fieldWords[locale]
  if (shown.digits !== undefined) return { "data-digits": shown.digits, "data-sends": words.sends }
  if (shown.type !== "password") return {}
  return {
    "data-show": words.show,
    "data-hide": words.hide,
    ...(shown.autocomplete === "new-password" && {
      "data-short": words.short,
      "data-weak": words.weak,
      "data-good": words.good,
      "data-strong": words.strong
    })
  }
}

/** The label, the hint, what is wrong, and the input, which names both sentences as its description. */
export const field = (shown: Field, locale: Locale): Html => {
  const { aside, digits, hint, id = shown.name, name, verbatim, wrong } = shown
  const isCode = digits !== undefined || verbatim === true
  const script = scripted(shown, locale)
  const markup = html`<div class="field">
    <label for="${id}">${shown.label}</label>
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${wrong !== undefined && html`<p class="mistake" id="${id}-wrong" role="alert">${wrong}</p>`}
    <div class="control">
      <input${attributes({
        id,
        name,
        type: shown.type ?? "text",
        value: shown.value,
        autocomplete: shown.autocomplete,
        inputmode: digits === undefined ? undefined : "numeric",
        pattern: digits === undefined ? undefined : `(?:\\s*[0-9]){${digits}}\\s*`,
        title: digits === undefined ? undefined : shown.label,
        minlength: shown.minLength,
        maxlength: shown.maxLength,
        autocorrect: isCode ? "off" : undefined,
        autocapitalize: isCode || shown.type === "email" ? "none" : undefined,
        spellcheck: isCode || shown.type === "email" ? "false" : undefined,
        class: isCode ? "code" : undefined,
        required: shown.optional !== true,
        autofocus: wrong !== undefined || shown.focused === true,
        "aria-invalid": wrong === undefined ? undefined : "true",
        "aria-describedby": sentences(id, shown),
        ...script
      })} />
    </div>
    ${aside !== undefined && html`<a class="aside" href="${aside.href}">${aside.label}</a>`}
  </div>`
  return Object.keys(script).length === 0 ? markup : withScript(markup, formScriptPath)
}
