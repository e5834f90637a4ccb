import { Schema } from "effect"

const header = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+=[^,\s]*$/

const isDecodable = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== ""
  } catch {
    return false
  }
}

const parts = (text: string) => text.split(",").map((part) => part.trim())

/** Headers as OpenTelemetry writes them in the environment: name=value, separated by commas. */
export const HeadersText = Schema.String.check(
  Schema.makeFilter((text: string) => parts(text).every((part) => header.test(part) && isDecodable(part)))
)

/** The headers of such a text. */
export const headersOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parts(text).map((part) => {
      const at = part.indexOf("=")
      return [part.slice(0, at), decodeURIComponent(part.slice(at + 1))]
    })
  )
