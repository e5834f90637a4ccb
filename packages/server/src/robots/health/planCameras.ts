import type { HealthRow } from "./HealthRow.ts"

const nameOf = ({ facet, ref }: Pick<HealthRow, "facet" | "ref">) => `${ref} ${facet}`

/** What becomes of a robot's camera rows. */
export interface Plan {
  readonly kept: ReadonlyArray<HealthRow>
  /** Names that stand for nothing any more. */
  readonly gone: ReadonlyArray<HealthRow>
  /** Rows under another name than before. */
  readonly renamed: ReadonlyArray<HealthRow>
}

/** A publish: rows of cameras that it has no more go, and the bridge calls the others what they are called now. */
export const planPublish = (rows: ReadonlyArray<HealthRow>, cameras: ReadonlySet<string>): Plan => {
  const kept = new Map<string, HealthRow>()
  for (const row of rows.toSorted((left, right) => left.observed_at_ms - right.observed_at_ms)) {
    if (cameras.has(row.ref)) kept.set(nameOf(row), { ...row, source_ref: row.ref })
  }
  return { kept: [...kept.values()], gone: rows.filter(({ ref }) => !cameras.has(ref)), renamed: [] }
}

/** A renaming: rows go by the new name at once. What stood under that name is of a camera that the draft has no more. */
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
