import { usageFailure } from "./Failure.ts"

interface Schema {
  readonly properties?: { readonly [name: string]: { readonly type?: string } }
}

const valueOf = (name: string, text: string, type: string | undefined): unknown => {
  if (type === "string") return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    if (type === undefined) return text
    throw usageFailure(`${name} is a ${type}; ${JSON.stringify(text)} is none.`)
  }
}

/** The parameters of a command: `name=value` read by the type it declares, over those of a JSON object. */
export const parametersOf = (
  pairs: ReadonlyArray<string>,
  json: string | undefined,
  schema: unknown
): { readonly [name: string]: unknown } => {
  let whole: unknown = {}
  try {
    if (json !== undefined) whole = JSON.parse(json)
  } catch {
    throw usageFailure("--params is not JSON.")
  }
  if (typeof whole !== "object" || whole === null || Array.isArray(whole)) {
    throw usageFailure('--params is a JSON object such as {"speed":0.5}.')
  }
  const properties = (schema as Schema | null)?.properties ?? {}
  const single = pairs.map((pair): [string, unknown] => {
    const at = pair.indexOf("=")
    if (at < 1) throw usageFailure(`--param ${pair} is not name=value.`)
    const name = pair.slice(0, at)
    const declared = Object.hasOwn(properties, name) ? properties[name]!.type : undefined
    return [name, valueOf(name, pair.slice(at + 1), declared)]
  })
  return { ...whole, ...Object.fromEntries(single) }
}

/** A span in seconds, in milliseconds. */
export const secondsOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (!(seconds > 0) || seconds > 86_400) throw usageFailure("--timeout is a number of seconds, at most 86400.")
  return Math.ceil(seconds * 1000)
}
