import { escapeHtml } from "../escapeHtml.ts"

/** Markup that is safe to put into a page as it is, and the modules of this origin that it is better with. */
export class Html {
  readonly text: string
  readonly scripts: ReadonlyArray<string>
  constructor(text: string, scripts: ReadonlyArray<string> = []) {
    this.text = text
    this.scripts = scripts
  }
}

type Part = Html | string | number | null | undefined | false | ReadonlyArray<Part>

const written = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return (part as ReadonlyArray<Part>).map(written).join("")
  return part === null || part === undefined || part === false ? "" : escapeHtml(String(part))
}

const scriptsOf = (part: Part): ReadonlyArray<string> => {
  if (part instanceof Html) return part.scripts
  return Array.isArray(part) ? (part as ReadonlyArray<Part>).flatMap(scriptsOf) : []
}

/**
 * A template whose parts are escaped, for text and for quoted attributes. Null, undefined and false write nothing. It
 * needs the scripts that its parts need.
 */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(
    strings.reduce((text, string, at) => text + written(parts[at - 1]) + string),
    [...new Set(scriptsOf(parts))]
  )

/** The same markup, which needs this module too. */
export const withScript = ({ scripts, text }: Html, path: string): Html =>
  new Html(text, [...new Set([...scripts, path])])
