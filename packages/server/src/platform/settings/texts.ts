import { Option, Schema, SchemaTransformation } from "effect"
import { rangeOf } from "./addressRanges.ts"

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

const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((each) => each !== "")

/** Addresses and CIDR ranges, separated by white space. */
export const AddressRanges = Schema.String.check(
  Schema.makeFilter((text: string) => words(text).every((each) => Option.isSome(rangeOf(each))))
).pipe(
  Schema.decodeTo(
    Schema.Array(Schema.String),
    SchemaTransformation.transform({ decode: words, encode: (list) => list.join(" ") })
  )
)
