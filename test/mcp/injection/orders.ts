/** A call of a tool that a text asks for. */
export interface Order {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The end of the JSON object that begins here; -1 where it never ends. */
const endOf = (text: string, start: number): number => {
  let [depth, inString] = [0, false]
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === "\\") at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === "{") depth++
    else if (character === "}" && --depth === 0) return at + 1
  }
  return -1
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text with what hides in it: tag characters as letters, and nothing that shows nothing or turns the direction. */
const revealed = (text: string): string =>
  text
    .replaceAll(/[\u{e0020}-\u{e007e}]/gu, (tag) => String.fromCodePoint(tag.codePointAt(0)! - 0xe0000))
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, "")
    .replaceAll("&quot;", '"')

/** Every call that a text asks for, in whatever form: `tool {…}`, `tool({…})`, or JSON that names a tool and its arguments. */
export const ordersIn = (written: string): ReadonlyArray<Order> => {
  const text = revealed(written)
  const orders: Array<Order> = []
  for (let start = text.indexOf("{"); start !== -1; start = text.indexOf("{", start + 1)) {
    const end = endOf(text, start)
    const json = end === -1 ? undefined : parsed(text.slice(start, end))
    if (!isObject(json)) continue
    const { arguments: args, input, name, tool } = json
    const named = name ?? tool
    const given = args ?? input
    const before = /([a-z]+(?:_[a-z]+)*)\s*\(?\s*$/.exec(text.slice(0, start))?.[1]
    if (typeof named === "string" && isObject(given)) orders.push({ name: named, args: given })
    else if (before !== undefined) orders.push({ name: before, args: json })
  }
  return orders
}

export const linksIn = (text: string): ReadonlyArray<string> => revealed(text).match(/https?:\/\/[^\s"'<>()\\]+/g) ?? []
