import { Schema } from "effect"
import type { Findings } from "./Findings.ts"
import { ParameterType } from "./Parameter.ts"
import { brokenRules, type Constraints } from "./Parameters.ts"
import { classOf, fits, type TypeClass } from "./ParameterTypes.ts"
import { Path } from "./Path.ts"
import { patternProblem } from "./Pattern.ts"
import { own } from "./Walk.ts"

const isType = Schema.is(ParameterType)

/** The types each constraint is for. */
const constraints: Readonly<Record<keyof Constraints, ReadonlyArray<TypeClass>>> = {
  min_value: ["integer", "float"],
  max_value: ["integer", "float"],
  enum: ["integer", "string"],
  regex: ["string"]
}

const codes = { min: "too_small", max: "too_big", enum: "invalid_value", pattern: "invalid_format" } as const

/**
 * The rules between the keys of one declared parameter: constraints fit its type, the limits are not reversed, and the
 * default satisfies all of them.
 */
export const checkParameter = (parameter: unknown, path: Path, findings: Findings): void => {
  const type = own(parameter, "type")
  if (!isType(type)) return
  const mismatch = (at: Path) => findings.add(at, "value_type_mismatch", `Must be a value of type ${type}.`)
  const usable = (key: keyof typeof constraints): unknown => {
    const value = own(parameter, key) ?? undefined
    if (value === undefined || constraints[key].includes(classOf(type)!)) return value
    findings.add(path.child(key), "constraint_not_allowed_for_type", `${key} is not for parameters of type ${type}.`)
    return undefined
  }
  const limit = (key: "min_value" | "max_value"): number | undefined => {
    const value = usable(key)
    if (value === undefined || fits(type, value)) return value as number | undefined
    mismatch(path.child(key))
    return undefined
  }

  const min = limit("min_value")
  const max = limit("max_value")
  if (min !== undefined && max !== undefined && min > max) {
    findings.add(path.child("max_value"), "custom", "max_value must not be below min_value.")
  }

  const allowed = usable("enum")
  const values = Array.isArray(allowed) ? (allowed as ReadonlyArray<number | string>) : undefined
  values?.forEach((value, index) => {
    if (value !== null && !fits(type, value)) mismatch(path.at("enum", index))
  })

  const regex = usable("regex")
  const pattern = typeof regex === "string" && regex !== "" ? regex : undefined
  const problem = pattern === undefined ? null : patternProblem(pattern)
  if (problem !== null) findings.add(path.child("regex"), problem.code, problem.message)

  const value = own(parameter, "default") ?? undefined
  if (value === undefined) return
  const at = path.child("default")
  if (!fits(type, value)) return mismatch(at)
  const declared = {
    min_value: min,
    max_value: max,
    enum: values,
    regex: problem === null ? pattern : undefined
  }
  for (const { rule, message } of brokenRules(declared, value)) findings.add(at, codes[rule], message)
}
