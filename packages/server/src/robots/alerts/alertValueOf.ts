import type { AlertValue } from "@fleet/domain/AlertMachine"

const [quote, bracket, brace, n, t, f] = [...'"[{ntf'].map((text) => text.charCodeAt(0))

/** What alerts compare of a sample, from its JSON text without space; undefined for null, an object or an array. */
export const alertValueOf = (json: string): AlertValue | undefined => {
  switch (json.charCodeAt(0)) {
    case bracket:
    case brace:
    case n:
      return undefined
    case quote:
      return JSON.parse(json) as string
    case t:
      return true
    case f:
      return false
    default: {
      const number = Number(json)
      return Number.isFinite(number) ? number : undefined
    }
  }
}
