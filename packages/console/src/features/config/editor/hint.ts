import { formatNumber } from "../../../format/numbers.ts"
import { formatAge, formatMoment } from "../../../format/times.ts"
import { serviceNow } from "../../../format/ticking.ts"
import { visible } from "../../../kit/visible.ts"

export interface Hint {
  readonly title: string
  readonly detail: string | undefined
  readonly description: string | undefined
  readonly value?: { readonly text: string; readonly atMs: number; readonly now: string } | undefined
}

const line = (className: string, text: string): HTMLElement => {
  const element = document.createElement("div")
  if (className !== "") element.className = className
  element.append(document.createTextNode(visible(text)))
  return element
}

/** What stands in the window over a key: made of text nodes alone. */
export const hintElement = ({ description, detail, title, value }: Hint): HTMLElement => {
  const box = document.createElement("div")
  const head = document.createElement("div")
  const name = document.createElement("code")
  name.append(document.createTextNode(visible(title)))
  head.append(name)
  if (detail !== undefined) head.append(document.createTextNode(`  ${visible(detail)}`))
  box.append(head)
  if (description !== undefined) box.append(line("quiet", description))
  if (value !== undefined) {
    const shown = line("", `${value.now}: ${value.text}, ${formatAge(serviceNow() - value.atMs)}`)
    shown.title = formatMoment(value.atMs)
    box.append(shown)
  }
  return box
}

const most = 120
/** A value on one line, a number with its datapoint's decimals: a message is shortened. */
export const valueText = (value: unknown, decimals?: number): string => {
  if (typeof value === "number") return formatNumber(value, decimals)
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value))
  return text.length > most ? `${text.slice(0, most)}…` : text
}
