import { type ExposureKind, type ConfigDocument } from "./impact.ts"
import type { Problem } from "./problems.ts"
import { entryOf, type YamlNode } from "./text/nodes.ts"

/** A slug of the text, where it stands and how it is. */
export interface OutlineEntry {
  readonly slug: string
  readonly from: number
  readonly to: number
  readonly isNew: boolean
  readonly errors: number
}

export interface OutlineGroup {
  readonly kind: ExposureKind
  readonly section: "datapoints" | "actions" | "services" | "publishers" | "cameras"
  readonly entries: ReadonlyArray<OutlineEntry>
}

const groups = [
  ["datapoint", "datapoints"],
  ["action", "actions"],
  ["service", "services"],
  ["publisher", "publishers"],
  ["camera", "cameras"]
] as const

/** The slugs of a text by kind, in the order they are written. */
export const outlineOf = (
  root: YamlNode | null,
  problems: ReadonlyArray<Problem>,
  published: ConfigDocument | null
): ReadonlyArray<OutlineGroup> =>
  groups.flatMap(([kind, section]) => {
    const map = entryOf(root, section)?.value
    if (map?.kind !== "map" || map.entries.length === 0) return []
    const known = (published?.[section] ?? {}) as Readonly<Record<string, unknown>>
    const entries = map.entries.map(({ key, keyFrom, keyTo, value }) => {
      const path = `${section}.${key}`
      return {
        slug: key,
        from: keyFrom,
        to: Math.max(keyTo, value?.to ?? keyTo),
        isNew: published !== null && !Object.hasOwn(known, key),
        errors: problems.filter(
          (each) => each.severity === "error" && (each.path === path || each.path.startsWith(`${path}.`))
        ).length
      }
    })
    return [{ kind, section, entries }]
  })

/** The slug that an offset lies in. */
export const entryAt = (outline: ReadonlyArray<OutlineGroup>, offset: number) => {
  for (const group of outline)
    for (const entry of group.entries)
      if (offset >= entry.from && offset <= entry.to) return { ...entry, kind: group.kind, section: group.section }
  return undefined
}

/** The slugs of a document. */
export const slugsOf = (document: ConfigDocument): ReadonlyArray<string> =>
  groups.flatMap(([, section]) => Object.keys((document[section] ?? {}) as object))
