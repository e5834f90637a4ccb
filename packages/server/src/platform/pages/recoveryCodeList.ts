import type { Locale } from "../i18n/Locale.ts"
import { html, type Html, withScript } from "./html.ts"
import type { Catalogue } from "./Locales.ts"
import { copyScriptPath } from "./scriptPaths.ts"

const texts: Catalogue<{
  readonly keep: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly download: string
  readonly file: string
}> = {
  en: {
    keep: "Keep them where you keep passwords, or print this page.",
    copy: "Copy",
    copied: "Copied.",
    notCopied: "This browser did not copy them. Mark them and copy them by hand.",
    download: "Download",
    file: "recovery-codes.txt"
  },
  de: {
    keep: "Bewahren Sie sie bei Ihren Passwörtern auf, oder drucken Sie diese Seite aus.",
    copy: "Kopieren",
    copied: "Kopiert.",
    notCopied: "Dieser Browser hat sie nicht kopiert. Markieren Sie die Codes und kopieren Sie sie von Hand.",
    download: "Herunterladen",
    file: "wiederherstellungscodes.txt"
  }
}

/** Recovery codes to read, to print and to keep as a file; where there is a script, to copy too. */
export const recoveryCodeList = ({
  codes,
  locale,
  of
}: {
  readonly codes: ReadonlyArray<string>
  readonly locale: Locale
  /** Whose they are: the first line of the file. */
  readonly of: string
}): Html => {
  const { copied, copy, download, file, keep, notCopied } = texts[locale]
  const data = html`data-copy="${codes.join("\n")}" data-done="${copied}" data-failed="${notCopied}"`
  const text = `${of}\n\n${codes.join("\n")}\n`
  const markup = html`<ul class="codes">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ul>
    <div class="pair unprinted">
      <button type="button" class="second" hidden ${data}>${copy}</button>
      <a class="button second" download="${file}" href="data:text/plain;charset=utf-8,${encodeURIComponent(text)}"
        >${download}</a
      >
    </div>
    <p role="status" class="hint unprinted"></p>
    <p class="hint unprinted">${keep}</p>`
  return withScript(markup, copyScriptPath)
}
