import { exposureSections } from "@fleet/domain/RobotConfig/Exposures"
import { isAlias, isMap, isScalar, type Pair, type ParsedNode, type YAMLMap } from "yaml"
import { toJson, type UnstorableYaml } from "./YamlJson.ts"
import { type InvalidYaml, readText, startOf, type YamlText } from "./YamlText.ts"

export interface ParsedYaml {
  readonly kind: "ok"
  /** JSON. Nodes that are aliased are the same object in every place. */
  readonly value: unknown
  /** Whether the first line holds the header key `platform`. */
  readonly headerFirst: boolean
}

type Entry = Pair<ParsedNode, ParsedNode | null>

const keyOf = (text: YamlText, key: ParsedNode | null): string | undefined => {
  const node = isAlias(key) ? key.resolve(text.document) : key
  return isScalar(node) ? String(node.value ?? "") : undefined
}

const hasHeader = (text: YamlText): boolean => {
  const { contents } = text.document
  const first = isMap(contents) ? (contents.items[0] as Entry | undefined) : undefined
  return (
    first !== undefined && keyOf(text, first.key) === "platform" && text.lines.linePos(startOf(first.key)).line <= 1
  )
}

/** Reads the source of a configuration. Any YAML is accepted; an empty text is null. */
export const parse = (source: string): ParsedYaml | InvalidYaml | UnstorableYaml => {
  const text = readText(source)
  if (text.kind === "invalid") return text
  const json = toJson(text, source)
  return json.kind === "json" ? { kind: "ok", value: json.value, headerFirst: hasHeader(text) } : json
}

const mapAt = (text: YamlText, holder: YAMLMap.Parsed, name: string): YAMLMap.Parsed | undefined => {
  const value = (holder.items as Array<Entry>).find(({ key }) => keyOf(text, key) === name)?.value
  const node = isAlias(value) ? value.resolve(text.document) : value
  return isMap(node) ? (node as YAMLMap.Parsed) : undefined
}

/** The slugs that YAML would not read as strings. */
const reserved: ReadonlySet<string> = new Set(["null", "true", "false"])

/**
 * The source with the exposure `from` called `to`, every other character as it was. Null where the source is no YAML
 * or has no such exposure.
 */
export const renameSlug = (source: string, from: string, to: string): string | null => {
  const text = readText(source)
  if (text.kind === "invalid" || !isMap(text.document.contents)) return null
  const edits = new Map<number, number>()
  for (const name of Object.values(exposureSections)) {
    const section = mapAt(text, text.document.contents, name)
    for (const { key } of (section?.items ?? []) as Array<Entry>) {
      if (keyOf(text, key) === from) edits.set(key.range[0], key.range[1])
    }
  }
  if (edits.size === 0) return null
  const key = reserved.has(to) ? JSON.stringify(to) : to
  let renamed = source
  for (const [start, end] of [...edits].sort(([a], [b]) => b - a)) {
    renamed = renamed.slice(0, start) + key + renamed.slice(end)
  }
  return renamed
}
