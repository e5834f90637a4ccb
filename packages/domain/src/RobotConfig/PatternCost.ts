/** The longest value that a pattern is tried on where it needs backtracking. */
export const maxBacktrackedLength = 500

/** What it takes to run a regular expression. */
export interface PatternCost {
  /** V8's linear-time engine can run it, so that backtracking is bounded where that engine is switched on. */
  readonly linear: boolean
  /** How many attempts backtracking can make at most on the longest value it is tried on, or very many. */
  readonly attempts: number
}

const veryMany = 1e12
const maxLinearReplication = 16

const product = (left: number, right: number) => Math.min(left * right, veryMany)

interface Group {
  readonly lookaround: boolean
  /** How often the linear-time engine would copy the most repeated part. */
  replication: number
  /** In how many ways it can match: by its earlier alternatives, and by the current one as far as it was read. */
  earlier: number
  ways: number
  /** The attempts of lookarounds in it, which are over once they have matched. */
  aside: number
}

const emptyGroup = (lookaround = false): Group => ({ lookaround, replication: 1, earlier: 0, ways: 1, aside: 0 })

/** One step of a pattern: an escape, a class, a group's opening, a quantifier, or any one character. */
const token =
  /\\k<|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|[a-z-]*:|<[^>]*>))?|[*+?]\??|\{(\d+)(,(\d*))?\}\??|[\s\S]/gu

const isQuantifier = (text: string) => /^(?:[*+?]|\{\d)/.test(text)

/** Lookaround, a back reference, or a group that ignores the case. */
const needsBacktracking = (text: string) => /^(?:\(\?(?:<?[=!]|[a-z]*i)|\\[1-9]|\\k<)/.test(text)

const limits = (text: string, min: string | undefined, comma: string | undefined, max: string | undefined) => {
  if (text[0] === "?") return { min: 0, max: 1 }
  if (text[0] === "*") return { min: 0, max: Infinity }
  if (text[0] === "+") return { min: 1, max: Infinity }
  const least = Number(min)
  return { min: least, max: comma === undefined ? least : max ? Number(max) : Infinity }
}

/** Adds a group that was closed to the one around it. */
const close = (outer: Group, group: Group): void => {
  group.ways += group.earlier
  outer.replication = Math.max(outer.replication, group.replication)
  outer.aside += product(outer.ways, group.lookaround ? group.ways + group.aside : group.aside)
  if (!group.lookaround) outer.ways = product(outer.ways, group.ways)
}

/** Reads a pattern that compiles. */
export const costOf = (pattern: string): PatternCost => {
  let linear = true
  const open: Array<Group> = [emptyGroup()]
  let last = emptyGroup()
  for (const [text, min, comma, max] of pattern.matchAll(token)) {
    const group = open.at(-1)!
    if (needsBacktracking(text)) linear = false
    if (text[0] === "(") {
      open.push(emptyGroup(/[=!]/.test(text)))
    } else if (text === ")") {
      last = open.pop()!
      close(open.at(-1)!, last)
    } else if (isQuantifier(text)) {
      const bounds = limits(text, min, comma, max)
      const times = Math.min(bounds.max, maxBacktrackedLength)
      // What can match in several ways and repeats takes exponential time.
      const choices = bounds.max > 1 && last.ways > 1 ? veryMany : Math.max(1, times - bounds.min + 1)
      group.aside += product(product(group.ways, last.aside), times)
      group.ways = product(group.ways, choices)
      const copies = last.replication * Math.max(1, bounds.max === Infinity ? bounds.min + 1 : bounds.max)
      group.replication = Math.max(group.replication, copies)
      if (copies > maxLinearReplication) linear = false
      last = emptyGroup()
    } else {
      if (text === "|") {
        group.earlier += group.ways
        group.ways = 1
      }
      last = emptyGroup()
    }
  }
  const { aside, earlier, ways } = open[0]!
  const starts = pattern.startsWith("^") && earlier === 0 ? 1 : maxBacktrackedLength
  return { linear, attempts: product(starts, earlier + ways + aside) }
}
