import type { Analysis } from "./analysis.ts"
import { wordsNow } from "../../i18n/words.ts"
import { currentValue } from "./data.ts"
import { suggestionsAt } from "./editor/completions.ts"
import { hintElement, valueText } from "./editor/hint.ts"
import { describe, grammarWords } from "./grammarWords.ts"
import type { Robot } from "./ros.ts"
import { patternOf, resolved, schemasAt } from "./schema/schema.ts"
import type { Context } from "./text/context.ts"
import { entryOf, type YamlEntry, type YamlNode } from "./text/nodes.ts"
import { words } from "./words.ts"

const nodeAt = (root: YamlNode | null, keys: ReadonlyArray<string | number>): YamlNode | null =>
  keys.reduce<YamlNode | null>((at, key) => {
    if (typeof key === "number") return at?.kind === "list" ? (at.items[key] ?? null) : null
    return entryOf(at, key)?.value ?? null
  }, root)

/** The keys down to the entry that an offset lies in. */
const keysAt = (root: YamlNode | null, offset: number) => {
  const keys: Array<string | number> = []
  let entry: YamlEntry | undefined
  for (let node = root; node !== null;) {
    if (node.kind === "list") {
      const at = node.items.findIndex((item) => item !== null && item.from <= offset && offset <= item.to)
      if (at < 0) break
      keys.push(at)
      node = node.items[at] ?? null
    } else if (node.kind === "map") {
      const found: YamlEntry | undefined = node.entries.findLast(({ keyFrom }) => keyFrom <= offset)
      if (found === undefined || offset > Math.max(found.keyTo, found.value?.to ?? 0)) break
      keys.push(found.key)
      entry = found
      if (offset <= found.keyTo) break
      node = found.value
    } else break
  }
  return { keys, entry }
}

const boundsText = (keys: ReadonlyArray<string | number>): string | undefined => {
  const schema = schemasAt(keys).map(resolved)[0]
  if (schema === undefined) return undefined
  const { enum: choices, maximum, minimum, type } = schema
  if (choices !== undefined) return choices.join(" | ")
  const range =
    maximum === undefined || Math.abs(maximum) >= Number.MAX_SAFE_INTEGER
      ? ""
      : ` ${minimum ?? schema.exclusiveMinimum ?? ""}…${maximum}`
  return `${type ?? ""}${range}`
}

/** Decimals that a number can be written with: the text may be half typed. */
const shownDecimals = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 6 ? value : undefined

/** What the editor offers and explains: the grammar in words, the robot's names and its current values. */
export const helpOf = ({
  analysis,
  robot,
  robotId
}: {
  readonly robotId: string
  readonly robot: Robot
  readonly analysis: Analysis
}) => {
  const t = wordsNow(words)
  const grammar = wordsNow(grammarWords) as Readonly<Record<string, string>>
  return {
    suggest: (context: Context) =>
      suggestionsAt(context, robot, {
        siblings: (keys) => {
          const node = nodeAt(analysis.root, keys)
          return node?.kind === "map" ? node.entries.map(({ key }) => key) : []
        },
        text: (keys) => {
          const node = nodeAt(analysis.root, keys)
          return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined
        }
      }),
    describe: (pattern: string) => describe(grammar, pattern),
    hint: async (offset: number): Promise<HTMLElement | null> => {
      const { entry, keys } = keysAt(analysis.root, offset)
      if (entry === undefined) return null
      const [section, slug] = keys
      const isDatapoint = section === "datapoints" && typeof slug === "string"
      const shows = isDatapoint && (keys.length === 2 || ["topic", "field", "type"].includes(String(keys[2])))
      const sample = shows ? await currentValue(robotId, slug) : null
      const unit = isDatapoint ? nodeAt(analysis.root, ["datapoints", slug, "numeric", "unit"]) : null
      const digits = isDatapoint ? nodeAt(analysis.root, ["datapoints", slug, "numeric", "decimals"]) : null
      const decimals = digits?.kind === "scalar" ? shownDecimals(digits.value) : undefined
      const description = describe(grammar, patternOf(keys))
      if (description === undefined && sample === null && schemasAt(keys).length === 0) return null
      return hintElement({
        title: keys.join("."),
        detail: keys.length === 2 ? undefined : boundsText(keys),
        description,
        value:
          sample === null
            ? undefined
            : {
                text: `${valueText(sample.value, decimals)}${unit?.kind === "scalar" ? `\u202f${String(unit.value)}` : ""}`,
                atMs: sample.timestamp_ms,
                now: t.hover
              }
      })
    }
  }
}
