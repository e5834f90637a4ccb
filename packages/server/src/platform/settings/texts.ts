import { Schema, SchemaTransformation } from "effect"

/** A whole number in decimal digits. */
export const whole = (minimum: number, maximum: number) =>
  Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum, maximum }))

const isOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === ""
}

/** An http(s) address, kept without a slash at its end. */
export const Address = Schema.String.check(Schema.makeFilter(isOrigin)).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: (text) => text.replace(/\/+$/, ""), encode: (text) => text })
  )
)
