/** Two versions that are compared, the older one first. */
export interface VersionPair {
  readonly before: number
  readonly after: number
}

/** Chooses a version, or no longer. Of three, the one that was chosen first is left out. */
export const picked = (chosen: ReadonlyArray<number>, version: number): ReadonlyArray<number> =>
  chosen.includes(version) ? chosen.filter((each) => each !== version) : [...chosen, version].slice(-2)

/** What is compared; undefined until two are chosen. */
export const pairOf = (chosen: ReadonlyArray<number>): VersionPair | undefined => {
  const [before, after] = chosen.toSorted((left, right) => left - right)
  return before === undefined || after === undefined ? undefined : { before, after }
}
