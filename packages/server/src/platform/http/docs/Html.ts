import { escapeHtml } from "../../escapeHtml.ts"

/** Markup that is safe to send. */
export interface Markup {
  readonly markup: string
}

type Part = string | number | Markup | ReadonlyArray<Markup>

const render = (part: Part): string => {
  if (typeof part === "object") return "markup" in part ? part.markup : part.map((one) => one.markup).join("\n")
  return escapeHtml(String(part))
}

/** Builds markup: values are escaped unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Markup => ({
  markup: texts.reduce((whole, text, index) => whole + render(parts[index - 1]!) + text)
})

export const nothing: Markup = { markup: "" }
