import { Schema } from "effect"
import { closed, Text } from "../Wire.ts"
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
const Limit = Schema.Finite.annotate({ ...mismatch, expected: "a number" })

/** A declared parameter. Without a `default` it is required. */
export const Parameter = closed({
  type: ParameterType,
  default: Schema.optionalKey(
    Schema.Union([Schema.Boolean, Schema.Finite, Schema.String]).annotate({
      ...mismatch,
      expected: "a value of the parameter's type"
    })
  ),
  min_value: Schema.optionalKey(Limit),
  max_value: Schema.optionalKey(Limit),
  enum: Schema.optionalKey(
    Schema.Array(
      Schema.Union([Schema.Finite, Schema.String]).annotate({ ...mismatch, expected: "an integer or a string" })
    ).check(Schema.isMinLength(1, { rule: "too_short" }))
  ),
  regex: Schema.optionalKey(Text(1, Number.MAX_SAFE_INTEGER)),
  description: Schema.optionalKey(Text(1, 500))
}).annotate({ identifier: "parameter" })
export type Parameter = typeof Parameter.Type

export const ParameterMap = SlugMap(Parameter, 50)
export type ParameterMap = typeof ParameterMap.Type
