import { Schema } from "effect"
import { maxParameters } from "../Jobs.ts"
import { closed, Rule, Text } from "../Wire.ts"
import { SlugMap } from "./Grammar.ts"

export const ParameterType = Schema.Literals([
  "bool",
  "byte",
  "char",
  "int8",
  "uint8",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "int64",
  "uint64",
  "float32",
  "float64",
  "string",
  "wstring"
])
export type ParameterType = typeof ParameterType.Type

/** The only types a parameter takes: no lists and no objects. */
export type ParameterValue = boolean | number | string

const mismatch = { rule: "value_type_mismatch" }
const FiniteNumber = Schema.Number.annotate({ ...mismatch, expected: "a number" }).check(Schema.isFinite(mismatch))

/** A declared parameter. Without a `default` it is required. */
export const Parameter = closed({
  type: ParameterType,
  default: Schema.optionalKey(
    Schema.Union([Schema.Boolean, FiniteNumber, Schema.String]).annotate({
      ...mismatch,
      expected: "a value of the parameter's type"
    })
  ),
  min_value: Schema.optionalKey(FiniteNumber),
  max_value: Schema.optionalKey(FiniteNumber),
  enum: Schema.optionalKey(
    Schema.Array(
      Schema.Union([FiniteNumber, Schema.String]).annotate({ ...mismatch, expected: "an integer or a string" })
    ).check(Schema.isMinLength(1, { rule: Rule.tooShort }))
  ),
  regex: Schema.optionalKey(Schema.String.check(Schema.isMinCodePoints(1, { rule: Rule.tooShort }))),
  description: Schema.optionalKey(Text(1, 500))
}).annotate({ identifier: "parameter" })
export type Parameter = typeof Parameter.Type

export const ParameterMap = SlugMap(Parameter, maxParameters)
export type ParameterMap = typeof ParameterMap.Type
