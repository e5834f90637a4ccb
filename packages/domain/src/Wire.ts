import { Schema, SchemaTransformation } from "effect"
import { isMailAddress } from "./MailAddress.ts"

/** The words of `validation_error.details.rule`. Routes may add their own beside them. */
export const Rule = {
  required: "required",
  unknown: "unknown",
  type: "type",
  json: "json",
  format: "format",
  tooShort: "too_short",
  tooLong: "too_long",
  tooSmall: "too_small",
  tooLarge: "too_large",
  invalidValue: "invalid_value",
  duplicate: "duplicate",
  notFound: "not_found",
  notAllowed: "not_allowed"
} as const

/** A struct that refuses keys it does not declare. Plain `Schema.Struct` drops them silently. */
export const closed = <const Fields extends Schema.Struct.Fields>(fields: Fields): Schema.Struct<Fields> => {
  const undeclared = Schema.String.check(Schema.makeFilter((key: string) => !Object.hasOwn(fields, key)))
  const rest = Schema.Record(undeclared, Schema.Never.annotate({ rule: Rule.unknown }))
  return Schema.StructWithRest(Schema.Struct(fields), [rest]) as never
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

/** Written lowercase, accepted in any case. */
export const Uuid = Schema.String.annotate({ format: "uuid" }).pipe(
  Schema.decodeTo(
    Schema.String.annotate({ format: "uuid" }).check(Schema.isPattern(uuid, { rule: "uuid" })),
    SchemaTransformation.toLowerCase()
  )
)

/** An id of one kind of resource: a uuid string that no other kind's id is assignable to. */
export const Id = <const Brand extends string>(brand: Brand & Parameters<typeof Schema.brand<Brand>>[0]) =>
  Uuid.pipe(Schema.brand<Brand>(brand))

/** A string of `min` to `max` characters, counted as Unicode code points. */
export const Text = (min: number, max: number) =>
  Schema.String.check(
    Schema.isMinCodePoints(min, { rule: Rule.tooShort }),
    Schema.isMaxCodePoints(max, { rule: Rule.tooLong })
  )

/** Characters of a plain string of a request, at most. */
export const maxPlain = 2000

/** A plain string of a request. */
export const Plain = Text(1, maxPlain)

/** Free text of 1 to `max` characters once the space at either end is gone. */
export const Name = (max: number) =>
  Schema.String.annotate({ description: `1 to ${max} characters, trimmed` }).pipe(
    Schema.decodeTo(Text(1, max), SchemaTransformation.trim())
  )

/** A whole number from `minimum` to `maximum`. */
export const Int = (minimum: number, maximum: number) =>
  Schema.Finite.check(
    Schema.isInt({ rule: Rule.type }),
    Schema.isGreaterThanOrEqualTo(minimum, { rule: Rule.tooSmall }),
    Schema.isLessThanOrEqualTo(maximum, { rule: Rule.tooLarge })
  )

/** A count: a whole number, never negative. */
export const Count = Int(0, Number.MAX_SAFE_INTEGER)

/** A whole number in a query string, in decimal digits. */
export const QueryInt = (minimum: number, maximum: number) =>
  Schema.String.check(Schema.isPattern(/^-?\d{1,20}(?:\.\d{1,20})?$/u, { rule: Rule.type })).pipe(
    Schema.decodeTo(Int(minimum, maximum), SchemaTransformation.numberFromString)
  )

/** The last moment that a date can hold, in Unix epoch milliseconds. */
export const lastEpochMs = 8_640_000_000_000_000

/** Unix epoch milliseconds. */
export const EpochMs = Int(0, lastEpochMs)

/** A moment: ISO 8601 in UTC with milliseconds and `Z` on the wire. */
export const Timestamp = Schema.DateTimeUtc

/** Any JSON value, as it came. */
export const AnyJson = Schema.Unknown

/** An object with free keys. */
export const AnyMap = Schema.Record(Schema.String, AnyJson)

const address = Text(3, 254).check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/u, { rule: Rule.format }))

/** An e-mail address of an account there may be: trimmed, compared without regard to case. */
export const PresentedEmail = Schema.String.pipe(Schema.decodeTo(address, SchemaTransformation.trim()))

/** An e-mail address that is taken in, which a mail can be addressed to: trimmed, kept as written. */
export const Email = Schema.String.pipe(
  Schema.decodeTo(address.check(Schema.makeFilter(isMailAddress, { rule: Rule.format })), SchemaTransformation.trim())
)

/** A password when it is set. */
export const NewPassword = Text(12, 256)

/** A password when it is presented. */
export const Password = Text(1, 256)

/** A person's name as shown to others. */
export const DisplayName = Name(120)
