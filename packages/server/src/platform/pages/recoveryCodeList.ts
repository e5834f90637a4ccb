import { html, type Html } from "./html.ts"

/** Recovery codes to read, to print and to keep as a file; where there is a script, to copy too. */
export const recoveryCodeList = ({
  codes,
  copy,
  download,
  file,
  keep,
  of
}: {
  readonly codes: ReadonlyArray<string>
  /** Whose they are: the first line of the file. */
  readonly of: string
  readonly keep: string
  readonly download: string
  /** The file's name. */
  readonly file: string
  /** What the script's button says, and what it says then. */
  readonly copy?: { readonly label: string; readonly done: string; readonly failed: string }
}): Html => {
  const data = html`data-copy="${codes.join("\n")}" data-done="${copy?.done}" data-failed="${copy?.failed}"`
  const text = `${of}\n\n${codes.join("\n")}\n`
  return html`<ul class="codes">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ul>
    <p class="unprinted">${keep}</p>
    ${
      copy !== undefined &&
      html`<p hidden>
          <button type="button" class="second" ${data}>${copy.label}</button>
        </p>
        <p role="status" class="quiet unprinted"></p>`
    }
    <p>
      <a class="button second" download="${file}" href="data:text/plain;charset=utf-8,${encodeURIComponent(text)}"
        >${download}</a
      >
    </p>`
}
