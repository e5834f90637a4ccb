import type { Described } from "../../live/Units.ts"

/** As many live columns as a row has room for. */
export const mostColumns = 6
/** As many robots are asked what they publish, to offer it. */
export const mostRead = 24

/** Slugs of an address or a field: words between commas or spaces. */
export const columnsOf = (text: string | undefined): ReadonlyArray<string> =>
  [...new Set((text ?? "").split(/[\s,]+/).filter((slug) => /^[a-z0-9_-]{1,63}$/i.test(slug)))].slice(0, mostColumns)

/** The slugs with one more or one less; the last ones that find no room are left out. */
export const toggled = (columns: ReadonlyArray<string>, slug: string): ReadonlyArray<string> =>
  columns.includes(slug) ? columns.filter((each) => each !== slug) : [...columns, slug].slice(0, mostColumns)

/** A slug that robots publish. */
export interface OfferedSlug {
  readonly slug: string
  /** What its values are measured in, each once: robots may differ. */
  readonly units: ReadonlyArray<string>
  /** As many of the robots that were asked publish it. */
  readonly robots: number
}

/** Every robot has them, and they are no values for a column. */
const builtIns = new Set(["bridge_state", "robot_details"])

/** What robots publish, the most common first. */
export const offeredSlugs = (published: ReadonlyArray<ReadonlyMap<string, Described>>): ReadonlyArray<OfferedSlug> => {
  const found = new Map<string, { readonly units: Set<string>; robots: number }>()
  for (const described of published)
    for (const { slug, unit } of described.values()) {
      if (builtIns.has(slug)) continue
      const offered = found.get(slug) ?? { units: new Set<string>(), robots: 0 }
      found.set(slug, offered)
      offered.robots += 1
      if (unit !== null) offered.units.add(unit)
    }
  return [...found]
    .map(([slug, { robots, units }]) => ({ slug, units: [...units].toSorted(), robots }))
    .toSorted((left, right) => right.robots - left.robots || (left.slug < right.slug ? -1 : 1))
}
