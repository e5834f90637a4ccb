import type { HealthRow } from "./HealthRow.ts"

const nameOf = ({ facet, kind, ref }: Pick<HealthRow, "facet" | "kind" | "ref">) => `${kind} ${ref} ${facet}`

/** What becomes of the rows of a robot's cameras and datapoints. */
export interface Plan {
  readonly kept: ReadonlyArray<HealthRow>
  /** Names that stand for nothing any more. */
  readonly gone: ReadonlyArray<HealthRow>
  /** Rows under another name than before. */
  readonly renamed: ReadonlyArray<HealthRow>
}

/** A publish: rows of exposures that it has no more go, and the bridge calls the others what they are called now. */
export const planPublish = (
  rows: ReadonlyArray<HealthRow>,
  isPublished: (row: Pick<HealthRow, "kind" | "ref">) => boolean
): Plan => {
  const kept = new Map<string, HealthRow>()
  for (const row of rows.toSorted((left, right) => left.observed_at_ms - right.observed_at_ms)) {
    if (isPublished(row)) kept.set(nameOf(row), { ...row, source_ref: row.ref })
  }
  return { kept: [...kept.values()], gone: rows.filter((row) => !isPublished(row)), renamed: [] }
}

/** A renaming: rows go by the new name at once. What stood under that name is of an exposure that the draft has no more. */
export const planRename = (rows: ReadonlyArray<HealthRow>, from: string, to: string): Plan => {
  const moved = rows.filter(({ ref }) => ref === from)
  const renamed = moved.map((row) => ({ ...row, ref: to }))
  const taken = new Set(renamed.map(nameOf))
  const before = rows.filter(({ ref }) => ref === to)
  return {
    kept: [...rows.filter(({ ref }) => ref !== from && ref !== to), ...renamed],
    gone: [...moved, ...before.filter((row) => !taken.has(nameOf(row)))],
    renamed
  }
}
