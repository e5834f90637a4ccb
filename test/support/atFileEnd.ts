const ends: Array<() => Promise<void>> = []

/** Does this once all tests and hooks of the file that runs have ended. */
export const atFileEnd = (end: () => Promise<void>): void => void ends.push(end)

/** For the setup of files alone. */
export const endFile = async (): Promise<void> => {
  for (const end of ends.splice(0).toReversed()) await end()
}
