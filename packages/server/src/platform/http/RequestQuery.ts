import { Rule } from "@fleet/domain/Wire"
import { refusedBody } from "./RequestBodies.ts"

/** Null where the bytes are no text, or hold U+0000. A `%` that escapes nothing stands for itself. */
const textOf = (part: string): string | null => {
  try {
    const text = decodeURIComponent(part.replaceAll(/%(?![0-9a-fA-F]{2})/g, "%25").replaceAll("+", " "))
    return text.includes("\0") ? null : text
  } catch {
    return null
  }
}

/** The field of a query whose name or value is no text that can be kept: the first, or null. */
export const unfitParameter = (url: string): string | null => {
  const at = url.indexOf("?")
  for (const pair of at === -1 ? [] : url.slice(at + 1).split("&")) {
    const [name = "", ...value] = pair.split("=")
    const field = textOf(name)
    if (field === null || textOf(value.join("=")) === null) return field || "query"
  }
  return null
}

type Parameters = Readonly<Record<string, string | Array<string>>>

/** Parameters that are refused when they are read, which no route does before its credential and its lookups. */
export const refusedParameters = (field: string): Parameters => {
  const fail = () => {
    throw refusedBody(Rule.format, field)
  }
  return new Proxy<Record<string, string | Array<string>>>(
    {},
    { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail }
  )
}
