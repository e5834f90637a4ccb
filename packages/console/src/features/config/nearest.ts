/** How many characters two words differ by, up to a bound. */
const distance = (a: string, b: string, bound: number): number => {
  if (Math.abs(a.length - b.length) > bound) return bound + 1
  let before = Array.from({ length: b.length + 1 }, (_, index) => index)
  let beforeThat: Array<number> = []
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let least = Math.min(changed, before[j]! + 1, row[j - 1]! + 1)
      // Two neighbours in the wrong order are one slip.
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeThat[j - 2]! + 1)
      row.push(least)
    }
    beforeThat = before
    before = row
  }
  return before[b.length]!
}

/** The one of several words that was probably meant; undefined where none, or more than one, is near enough. */
export const nearest = (word: string, known: Iterable<string>): string | undefined => {
  const bound = Math.max(1, Math.min(3, Math.floor(word.length / 3)))
  let best: string | undefined
  let least = bound + 1
  let tied = false
  for (const each of known) {
    if (each === word || each.length > 300) continue
    const found = distance(word, each, bound)
    if (found < least) [best, least, tied] = [each, found, false]
    else if (found === least && found <= bound) tied = true
  }
  return tied ? undefined : best
}
