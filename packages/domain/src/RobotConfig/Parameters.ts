import { Result } from "effect"
import type { ParameterViolation, ParameterViolations } from "../Jobs.ts"
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

/** How many violations a refusal lists. */
const listedViolations = 20

/** What is wrong with a call: the first of it as it is listed, and how much more there is. */
class FoundViolations {
  private readonly listed: Array<ParameterViolation> = []
  private count = 0

  add(violation: ParameterViolation): void {
    if (this.count++ < listedViolations) this.listed.push(violation)
  }

  get found(): ParameterViolations | null {
    if (this.count === 0) return null
    const more = this.count - this.listed.length
    return { violations: this.listed, ...(more > 0 ? { more } : {}) }
  }
}

/**
 * The parameters of a call with the defaults filled in, or its violations: the first 20, and how many more. `declared` is the flat map of the
 * document; absent, no parameter is taken.
 */
export const checkParameters = (
  declared: ParameterMap | undefined,
  params: Readonly<Record<string, unknown>>
): Result.Result<Parameters, ParameterViolations> => {
  const violations = new FoundViolations()
  const filled: Array<[string, ParameterValue]> = []
  for (const [field, parameter] of Object.entries(declared ?? {})) {
    if (!Object.hasOwn(params, field)) {
      if (parameter.default !== undefined) filled.push([field, parameter.default])
      else violations.add({ field, rule: "required", message: "This parameter is required." })
      continue
    }
    const value = params[field]
    if (!fits(parameter.type, value)) {
      violations.add({ field, rule: "type", message: `Must be a value of type ${parameter.type}.` })
      continue
    }
    for (const broken of brokenRules(parameter, value)) violations.add({ field, ...broken })
    filled.push([field, value as ParameterValue])
  }
  for (const field of Object.keys(params)) {
    if (declared === undefined || !Object.hasOwn(declared, field)) {
      violations.add({ field, rule: "undeclared", message: "The configuration declares no such parameter." })
    }
  }
  const { found } = violations
  return found !== null ? Result.fail(found) : Result.succeed(Object.fromEntries(filled))
}
