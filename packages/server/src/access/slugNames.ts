import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"

/**
 * What slugs of a published version are called now, where a renaming gave them another name; "" where their name was given
 * to another slug, and they have none.
 */
export type SlugNames = ReadonlyMap<string, string>

/** The names of several versions, by their numbers: the newest, and those before it that robots may still use. */
export type NamesByVersion = ReadonlyMap<number, SlugNames>

/** As they are stored. */
export type StoredNames = Readonly<Record<string, Readonly<Record<string, string>>>>

export const noNames: NamesByVersion = new Map()

export const readNames = (stored: StoredNames): NamesByVersion =>
  new Map(Object.entries(stored).map(([version, names]) => [Number(version), new Map(Object.entries(names))]))

/** Names that no exposure has: by each, the slug of the published version that it stands for until the next publish. */
export const aliasesOf = (
  exposures: ReadonlyMap<string, Exposure>,
  names: SlugNames | undefined
): ReadonlyMap<string, string> =>
  new Map(
    [...(names ?? [])].flatMap(([slug, now]): ReadonlyArray<[string, string]> =>
      now === "" || exposures.has(now) || !exposures.has(slug) ? [] : [[now, slug]]
    )
  )

/** Moves what is kept by slug to other names, all at once; answers what had such a name before, or has none now. */
export const moveNames = <Kept>(kept: Map<string, Kept>, names: SlugNames): ReadonlyArray<Kept> => {
  const moved = [...kept].filter(([slug]) => names.has(slug))
  for (const [slug] of moved) kept.delete(slug)
  return moved.flatMap(([slug, one]) => {
    const now = names.get(slug)!
    if (now === "") return [one]
    const before = kept.get(now)
    kept.set(now, one)
    return before === undefined ? [] : [before]
  })
}

/** Exposures by their published slugs. A name that one has now finds it, too; a list has each of them once. */
export class NamedExposures extends Map<string, Exposure> {
  private readonly aliases: ReadonlyMap<string, string>

  constructor(exposures: ReadonlyMap<string, Exposure>, aliases: ReadonlyMap<string, string>) {
    super(exposures)
    this.aliases = aliases
  }

  override get(slug: string): Exposure | undefined {
    const found = super.get(slug)
    if (found !== undefined) return found
    const published = this.aliases.get(slug)
    return published === undefined ? undefined : super.get(published)
  }
}
