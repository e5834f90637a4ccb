import type { Parameter } from "./Parameter.ts"
import type { Typed } from "../../../robot/typedCommands.ts"
import { matchesPattern } from "./pattern.ts"

/** What is wrong with a field: the rule that it breaks, in the words of the service. */
export type Broken = "required" | "type" | "min" | "max" | "enum" | "pattern"

export type Reading =
  | { readonly ok: true; readonly value: boolean | number | string | undefined }
  | { readonly ok: false; readonly broken: Broken }

const good = (value: boolean | number | string | undefined): Reading => ({ ok: true, value })
const bad = (broken: Broken): Reading => ({ ok: false, broken })

/** A number as people type it: with a decimal comma where that is the language's, and signs of any kind. */
const numberFrom = (text: string): number => {
  const plain = text
    .trim()
    .replace(/[−–]/, "-")
    .replaceAll(/[\s\u202f\u00a0]/g, "")
  const withPoint = /^[+-]?\d*,\d+(?:e[+-]?\d+)?$/i.test(plain) ? plain.replace(",", ".") : plain
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(withPoint) ? Number(withPoint) : Number.NaN
}

const bigRange: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int64: [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)],
  uint64: [0n, BigInt(Number.MAX_SAFE_INTEGER)]
}

/** Numbers beyond 2^53 are no numbers that the service takes: they would arrive as other ones. */
const readBig = (text: string, { max, min, type }: Parameter): Reading => {
  const digits = text
    .trim()
    .replace(/[−–]/, "-")
    .replaceAll(/[\s\u202f\u00a0]/g, "")
  if (!/^[+-]?\d{1,40}$/.test(digits)) return bad("type")
  const value = BigInt(digits)
  const [lowest, highest] = bigRange[type] ?? bigRange.int64!
  if (value < lowest || (min !== undefined && value < BigInt(Math.ceil(min)))) return bad("min")
  if (value > highest || (max !== undefined && value > BigInt(Math.floor(max)))) return bad("max")
  return good(Number(value))
}

/** Reads one field. `undefined` as its value says: leave it to the default. */
export const readField = (parameter: Parameter, typed: string | undefined): Reading => {
  const { choices, fallback, kind, max, min, pattern } = parameter
  const isLeft = typed === undefined || (typed === "" && (kind !== "text" || fallback !== undefined))
  if (isLeft) return fallback === undefined ? bad("required") : good(undefined)
  if (kind === "boolean") return typed === "true" || typed === "false" ? good(typed === "true") : bad("type")
  if (choices !== undefined) {
    const chosen = choices.find((choice) => String(choice) === typed)
    return chosen === undefined ? bad("enum") : good(chosen)
  }
  if (kind === "text")
    return pattern === undefined || matchesPattern(pattern, typed) !== false ? good(typed) : bad("pattern")
  if (kind === "big") return readBig(typed, parameter)
  const value = numberFrom(typed)
  if (!Number.isFinite(value) || (kind === "integer" && !Number.isInteger(value))) return bad("type")
  if (min !== undefined && value < min) return bad("min")
  if (max !== undefined && value > max) return bad("max")
  return good(value)
}

/** Every field at once: the values to send, or what is wrong with each field that is. */
export const readForm = (parameters: ReadonlyArray<Parameter>, typed: Typed) => {
  const values: Record<string, boolean | number | string> = {}
  const broken: Record<string, Broken> = {}
  for (const parameter of parameters) {
    const reading = readField(parameter, typed[parameter.name])
    if (!reading.ok) broken[parameter.name] = reading.broken
    else if (reading.value !== undefined) values[parameter.name] = reading.value
  }
  return Object.keys(broken).length > 0 ? { ok: false as const, broken } : { ok: true as const, values }
}

/** A placeholder as the configuration writes it. */
const placeholder = /^\$\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\}$/

/** The message that would leave: the body of the configuration with its placeholders filled in. */
export const messageOf = (body: unknown, values: Readonly<Record<string, unknown>>): unknown => {
  if (typeof body === "string") {
    const name = placeholder.exec(body)?.[1]
    return name === undefined || !(name in values) ? body : values[name]
  }
  if (Array.isArray(body)) return body.map((each) => messageOf(each, values))
  if (typeof body !== "object" || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([key, each]) => [key, messageOf(each, values)]))
}
