/** How well a text answers what was typed: higher is better, 0 is not at all. Letters may be left out in between. */
export const matchScore = (text: string, typed: string): number => {
  const have = text.toLowerCase()
  const want = typed.trim().toLowerCase()
  if (want === "") return 1
  const at = have.indexOf(want)
  if (at === 0) return 100 - Math.min(50, have.length)
  if (at > 0) return (/[\s_-]/.test(have[at - 1]!) ? 45 : 30) - Math.min(20, at)
  let from = 0
  for (const letter of want) {
    if (letter === " ") continue
    const found = have.indexOf(letter, from)
    if (found < 0) return 0
    from = found + 1
  }
  return Math.max(1, 9 - Math.floor((from - want.length) / 4))
}
