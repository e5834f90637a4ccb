import { escapeHtml } from "../escapeHtml.ts"

/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | ReadonlyArray<Part>

const written = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return (part as ReadonlyArray<Part>).map(written).join("")
  return part === null || part === undefined || part === false ? "" : escapeHtml(String(part))
}

/** A template whose parts are escaped, for text and for quoted attributes. Null, undefined and false write nothing. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(strings.reduce((text, string, at) => text + written(parts[at - 1]) + string))
