import { Result } from "effect"
import type { ParameterViolation } from "../Jobs.ts"
import type { Parameter, ParameterMap, ParameterValue } from "./Parameter.ts"
import { fits } from "./ParameterTypes.ts"
import { matches } from "./Pattern.ts"

export type Parameters = Readonly<Record<string, ParameterValue>>

/** The constraints of a declaration. */
export type Constraints = {
  readonly [Key in "min_value" | "max_value" | "enum" | "regex"]?: Parameter[Key] | undefined
}

interface Broken {
  readonly rule: Extract<ParameterViolation["rule"], "min" | "max" | "enum" | "pattern">
  readonly message: string
}

/** Which constraints of its declaration a value of the right type breaks. */
export const brokenRules = (declared: Constraints, value: unknown): ReadonlyArray<Broken> => {
  const { min_value: min, max_value: max, regex } = declared
  const broken: Array<Broken> = []
  if (typeof value === "number" && min !== undefined && value < min) {
    broken.push({ rule: "min", message: `Must be at least ${min}.` })
  }
  if (typeof value === "number" && max !== undefined && value > max) {
    broken.push({ rule: "max", message: `Must be at most ${max}.` })
  }
  if (declared.enum !== undefined && !declared.enum.some((allowed) => allowed === value)) {
    broken.push({ rule: "enum", message: "Must be one of the listed values." })
  }
  if (typeof value === "string" && regex !== undefined && !matches(regex, value)) {
    broken.push({ rule: "pattern", message: `Must match ${regex}.` })
  }
  return broken
}

/**
 * The parameters of a call with the defaults filled in, or every violation at once. `declared` is the flat map of the
 * document; absent, no parameter is taken.
 */
export const checkParameters = (
  declared: ParameterMap | undefined,
  params: Readonly<Record<string, unknown>>
): Result.Result<Parameters, ReadonlyArray<ParameterViolation>> => {
  const violations: Array<ParameterViolation> = []
  const filled: Array<[string, ParameterValue]> = []
  for (const [field, parameter] of Object.entries(declared ?? {})) {
    if (!Object.hasOwn(params, field)) {
      if (parameter.default !== undefined) filled.push([field, parameter.default])
      else violations.push({ field, rule: "required", message: "This parameter is required." })
      continue
    }
    const value = params[field]
    if (!fits(parameter.type, value)) {
      violations.push({ field, rule: "type", message: `Must be a value of type ${parameter.type}.` })
      continue
    }
    for (const broken of brokenRules(parameter, value)) violations.push({ field, ...broken })
    filled.push([field, value as ParameterValue])
  }
  for (const field of Object.keys(params)) {
    if (declared === undefined || !Object.hasOwn(declared, field)) {
      violations.push({ field, rule: "undeclared", message: "The configuration declares no such parameter." })
    }
  }
  return violations.length > 0 ? Result.fail(violations) : Result.succeed(Object.fromEntries(filled))
}
