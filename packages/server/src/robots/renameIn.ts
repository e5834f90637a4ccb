import type { StoredNames } from "../access/slugNames.ts"

/** Versions whose names are kept, for what was named by one of them and arrives later. */
export const versionsKept = 8

interface Renaming {
  readonly from: string
  readonly to: string
  /**
   * Whether the published version has a slug of the new name. It is not in the draft, or the renaming would be refused, so
   * that it has no name any more.
   */
  readonly isTaken: boolean
}

/** The names of one version after a renaming in the draft. */
const renamed = (names: Readonly<Record<string, string>>, { from, isTaken, to }: Renaming) => {
  const next = new Map(Object.entries(names))
  const [before] = [...next].find(([, now]) => now === from) ?? []
  // Where the version has the name for a slug that is called otherwise, it is one that the draft alone has.
  const slug = before ?? (next.has(from) ? undefined : from)
  if (slug === to) next.delete(to)
  else if (slug !== undefined) {
    next.set(slug, to)
    if (isTaken && !next.has(to)) next.set(to, "")
  }
  // The name is free again.
  if (next.get(from) === "") next.delete(from)
  return Object.fromEntries(next)
}

/** The names of a robot's versions after a renaming in the draft. Version 0 is that nothing is published. */
export const renameIn = (names: StoredNames, version: number, renaming: Renaming): StoredNames => {
  const oldest = Math.max(1, version - versionsKept + 1)
  const versions = Array.from({ length: version - oldest + 1 }, (_, index) => oldest + index)
  return Object.fromEntries(
    versions.map((each) => {
      const isTaken = renaming.isTaken && each === version
      return [String(each), renamed(names[String(each)] ?? {}, { ...renaming, isTaken })]
    })
  )
}
