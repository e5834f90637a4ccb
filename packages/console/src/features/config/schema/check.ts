import type { YamlMap, YamlNode } from "../text/nodes.ts"
import type { LocalFinding } from "./local.ts"
import { discriminatorOf, isFree, memberFor, resolved, rootSchema, type Schema } from "./schema.ts"

const nodesPerSlice = 400
const mostFindings = 200

/** A path with a key or an index more, as the service writes it. */
export const childPath = (path: string, key: string | number): string => {
  if (typeof key === "number") return `${path}[${key}]`
  const written = key.trim() === "" ? JSON.stringify(key) : key
  return path === "" ? written : `${path}.${written}`
}

const patterns = new Map<string, RegExp>()
const matches = (pattern: string, text: string): boolean => {
  let known = patterns.get(pattern)
  if (known === undefined) patterns.set(pattern, (known = new RegExp(pattern, "u")))
  return known.test(text)
}

const typeName = (schema: Schema): string =>
  schema.type === "object" ? "map" : schema.type === "array" ? "list" : (schema.type ?? "")

/** Characters as the service counts them; no bound of the grammar is near the most that are counted. */
const lengthOf = (text: string): number => Array.from(text.slice(0, 40_000)).length

interface Walk {
  readonly findings: Array<LocalFinding>
  steps: number
}

function* checkMap(node: YamlMap, schema: Schema, path: string, walk: Walk): Generator<void, void> {
  const { additionalProperties, maxProperties, properties, required } = schema
  if (maxProperties !== undefined && node.entries.length > maxProperties)
    walk.findings.push({ path, code: "too_big", fact: String(maxProperties) })
  for (const key of required ?? [])
    if (!node.entries.some((entry) => entry.key === key))
      walk.findings.push({ path: childPath(path, key), code: "missing_key", fact: key })
  for (const { key, value } of node.entries) {
    const at = childPath(path, key)
    const own = properties !== undefined && Object.hasOwn(properties, key) ? properties[key]! : additionalProperties
    if (own === false) walk.findings.push({ path: at, code: "unknown_key", fact: key })
    else if (own !== undefined) yield* check(value, resolved(own), at, walk)
    if (path.endsWith(".condition") || key !== "condition" || value?.kind !== "map") continue
    const number = (name: string) => {
      const found = value.entries.find((entry) => entry.key === name)?.value
      return found?.kind === "scalar" && typeof found.value === "number" ? found.value : undefined
    }
    const fireAt = number("fire_at")
    if (fireAt !== undefined && fireAt === number("resolve_at"))
      walk.findings.push({ path: at, code: "invalid_condition", fact: String(fireAt) })
  }
}

function* check(node: YamlNode | null, schema: Schema, path: string, walk: Walk): Generator<void, void> {
  if (++walk.steps % nodesPerSlice === 0) yield
  if (walk.findings.length >= mostFindings || node?.kind === "other") return
  const add = (code: LocalFinding["code"], fact: string) => void walk.findings.push({ path, code, fact })
  if (node === null || (node.kind === "scalar" && node.value === null)) return add("explicit_null", "")
  if (schema.anyOf !== undefined) {
    const key = discriminatorOf(schema)
    if (key === undefined || node.kind !== "map") {
      const types = schema.anyOf.map((each) => resolved(each))
      if (node.kind === "scalar" && types.some(({ type }) => type === typeof node.value)) return
      if (node.kind !== "scalar" && types.some(({ type }) => type === (node.kind === "map" ? "object" : "array")))
        return
      return add("invalid_type", types.map(typeName).join(", "))
    }
    const found = node.entries.find((entry) => entry.key === key)
    if (found === undefined)
      return void walk.findings.push({ path: childPath(path, key), code: "missing_key", fact: key })
    const value = found.value
    const member = memberFor(schema, value?.kind === "scalar" ? value.value : undefined)
    if (member !== undefined) return yield* checkMap(node, member, path, walk)
    const kinds = schema.anyOf.map((each) => resolved(each).properties?.[key]?.enum?.[0]).join(", ")
    return void walk.findings.push({ path: childPath(path, key), code: "invalid_value", fact: kinds })
  }
  if (schema.enum !== undefined) {
    if (node.kind !== "scalar" || !schema.enum.includes(node.value as string))
      add("invalid_value", schema.enum.join(", "))
    return
  }
  switch (schema.type) {
    case "object":
      if (node.kind !== "map") return add("invalid_type", "map")
      if (!isFree(schema)) yield* checkMap(node, schema, path, walk)
      return
    case "array": {
      if (node.kind !== "list") return add("invalid_type", "list")
      if (node.items.length < (schema.minItems ?? 0)) add("too_small", String(schema.minItems))
      if (node.items.length > (schema.maxItems ?? Infinity)) add("too_big", String(schema.maxItems))
      for (const [index, item] of node.items.entries())
        if (schema.items !== undefined) yield* check(item, resolved(schema.items), childPath(path, index), walk)
      return
    }
    case "string": {
      if (node.kind !== "scalar" || typeof node.value !== "string") return add("invalid_type", "string")
      if (node.value.length < (schema.minLength ?? 0)) return add("too_small", String(schema.minLength))
      if (lengthOf(node.value) > (schema.maxLength ?? Infinity)) return add("too_big", String(schema.maxLength))
      if (schema.pattern !== undefined && !matches(schema.pattern, node.value)) add("invalid_format", "")
      return
    }
    case "integer":
    case "number": {
      if (node.kind !== "scalar" || typeof node.value !== "number" || !Number.isFinite(node.value))
        return add("invalid_type", schema.type)
      if (schema.type === "integer" && !Number.isInteger(node.value)) return add("invalid_type", "integer")
      if (node.value < (schema.minimum ?? -Infinity)) return add("too_small", String(schema.minimum))
      if (schema.exclusiveMinimum !== undefined && node.value <= schema.exclusiveMinimum)
        return add("too_small", String(schema.exclusiveMinimum))
      if (node.value > (schema.maximum ?? Infinity)) add("too_big", String(schema.maximum))
      return
    }
    case "boolean":
      if (node.kind !== "scalar" || typeof node.value !== "boolean") add("invalid_type", "boolean")
      return
    default:
      return
  }
}

/** Holds what was read against the grammar, in slices as the reading is. */
export function* checkSlices(root: YamlNode | null): Generator<void, ReadonlyArray<LocalFinding>> {
  const walk: Walk = { findings: [], steps: 0 }
  if (root === null) return []
  yield* check(root, rootSchema, "", walk)
  return walk.findings.map((finding) => (finding.path === "" ? { ...finding, path: "(document)" } : finding))
}
