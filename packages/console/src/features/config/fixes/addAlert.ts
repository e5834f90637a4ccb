import { slugOf } from "../graphBlock.ts"
import type { Edit } from "../text/edits.ts"
import { entryOf, valueOf, type YamlNode } from "../text/nodes.ts"
import { addEntry, scalarText } from "../text/write.ts"

/** An alert that somebody wants, as the address of the page carries it. */
export interface WantedAlert {
  readonly slug: string
  readonly fireAt: number | string | boolean
  readonly resolveAt: number | undefined
  readonly severity: "warning" | "error"
  readonly name: string | undefined
}

interface Search {
  readonly alert?: string
  readonly fire?: string
  readonly resolve?: string
  readonly severity?: string
  readonly name?: string
}

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads an alert from the address. Undefined where it names none, or one that no document could have. */
export const wantedAlert = ({ alert: slug, fire, name, resolve, severity }: Search): WantedAlert | undefined => {
  const fireAt = parsed(fire)
  const resolveAt = parsed(resolve)
  if (slug === undefined || (resolve !== undefined && typeof resolveAt !== "number")) return undefined
  if (typeof fireAt !== "number" && typeof fireAt !== "string" && typeof fireAt !== "boolean") return undefined
  if (typeof resolveAt === "number" && (typeof fireAt !== "number" || resolveAt === fireAt)) return undefined
  return {
    slug,
    fireAt,
    resolveAt: typeof resolveAt === "number" ? resolveAt : undefined,
    severity: severity === "error" ? "error" : "warning",
    name: name === undefined ? undefined : name.slice(0, 120)
  }
}

const keyOf = ({ fireAt, name, resolveAt, slug }: WantedAlert): string => {
  if (name !== undefined) return slugOf(name)
  if (resolveAt === undefined) return slugOf(`${slug}_${String(fireAt)}`)
  return slugOf(`${slug}_${Number(fireAt) > resolveAt ? "high" : "low"}`)
}

/** A key that the alerts of the datapoint do not have yet. */
const freeKey = (alerts: YamlNode | null, wanted: string): string => {
  for (let count = 1; ; count++) {
    const tried = count === 1 ? wanted : `${wanted}_${count}`
    if (entryOf(alerts, tried) === undefined) return tried
  }
}

/** A text is always quoted: an alert on `on` or `1` is one on the text. */
const valueText = (value: number | string | boolean): string =>
  typeof value === "string" ? JSON.stringify(value) : String(value)

const inBrackets = (fields: ReadonlyArray<string>): string => `{ ${fields.join(", ")} }`

/** Whether a text has the datapoint that an alert is for. */
export const hasDatapoint = (root: YamlNode | null, slug: string): boolean =>
  valueOf(root, "datapoints", slug)?.kind === "map"

/** Whether a datapoint is a whole message: the service takes alerts on fields alone. */
export const isWhole = (root: YamlNode | null, slug: string): boolean =>
  entryOf(valueOf(root, "datapoints", slug), "field") === undefined

/** Adds lines below a key that has no value yet. Null where the key shares its line. */
const addBelow = (source: string, keyFrom: number, keyTo: number, lines: ReadonlyArray<string>): Edit | null => {
  const indent = source.slice(source.lastIndexOf("\n", keyFrom - 1) + 1, keyFrom)
  const end = source.indexOf("\n", keyTo)
  const at = end === -1 ? source.length : end
  if (indent.trim() !== "" || !/^["']?\s*:\s*(?:#.*)?$/.test(source.slice(keyTo, at))) return null
  return { from: at, to: at, insert: lines.map((line) => `\n${indent}  ${line}`).join("") }
}

/** Adds an alert to a datapoint, as the text is written. Null where there is no certain place for it. */
export const addAlert = (source: string, root: YamlNode | null, wanted: WantedAlert): Edit | null => {
  const datapoint = valueOf(root, "datapoints", wanted.slug)
  if (datapoint?.kind !== "map") return null
  const entry = entryOf(datapoint, "alerts")
  const alerts = entry?.value ?? null
  const key = freeKey(alerts, keyOf(wanted))
  const { fireAt, name, resolveAt, severity } = wanted
  const condition = inBrackets([
    `fire_at: ${valueText(fireAt)}`,
    ...(resolveAt === undefined ? [] : [`resolve_at: ${resolveAt}`])
  ])
  const fields = [
    `condition: ${condition}`,
    `severity: ${severity}`,
    // The name is the key where nothing else is said.
    ...(name === undefined || name === key ? [] : [`name: ${scalarText(name)}`])
  ]
  if (entry === undefined)
    return datapoint.flow
      ? addEntry(source, datapoint, "alerts", inBrackets([`${key}: ${inBrackets(fields)}`]))
      : addEntry(source, datapoint, "alerts", "", [`${key}:`, ...fields.map((field) => `  ${field}`)])
  if (alerts === null)
    return addBelow(source, entry.keyFrom, entry.keyTo, [`${key}:`, ...fields.map((field) => `  ${field}`)])
  if (alerts.kind !== "map") return null
  return alerts.flow || alerts.entries.length === 0
    ? addEntry(source, alerts, key, inBrackets(fields))
    : addEntry(source, alerts, key, "", fields)
}
