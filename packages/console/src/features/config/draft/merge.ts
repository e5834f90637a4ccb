import { Chunk } from "@codemirror/merge"
import { Text } from "@codemirror/state"

/** A part of a merge, in whole lines. `agreed`: one side changed it, both did alike, or neither did. */
export type Hunk =
  | { readonly of: "agreed"; readonly text: string; readonly by: "nobody" | "mine" | "theirs" | "both" }
  | { readonly of: "conflict"; readonly base: string; readonly mine: string; readonly theirs: string }

export type Choice = "mine" | "theirs" | "both"

/** Bounds the work on texts that have little in common. */
const bounds = { scanLimit: 500 }

interface Span {
  /** Lines of the base that a side replaces: from, and one past the last. */
  readonly from: number
  readonly to: number
  readonly lines: ReadonlyArray<string>
}

/** A line keeps its break: the last one of a text may have none. */
const linesOf = (text: string): ReadonlyArray<string> => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const textOf = (lines: ReadonlyArray<string>) => Text.of(lines.map((line) => line.replace(/\n$/, "\u21b5")))

/** The lines of `base` that `other` replaces. Texts are compared with their line breaks as characters, so that a missing one at the end counts. */
const spansOf = (base: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<Span> => {
  const a = textOf(base.length === 0 ? [""] : base)
  const b = textOf(other.length === 0 ? [""] : other)
  if (base.length === 0 || other.length === 0)
    return base.length === other.length ? [] : [{ from: 0, to: base.length, lines: other }]
  const lineBefore = (text: Text, at: number) => (at > text.length ? text.lines : text.lineAt(at).number - 1)
  return Chunk.build(a, b, bounds).map(({ fromA, fromB, toA, toB }) => ({
    from: lineBefore(a, fromA),
    to: lineBefore(a, toA),
    lines: other.slice(lineBefore(b, fromB), lineBefore(b, toB))
  }))
}

/** What a side has in place of lines of the base that its spans cover. */
const sideOf = (base: ReadonlyArray<string>, spans: ReadonlyArray<Span>, from: number, to: number): string => {
  const lines: Array<string> = []
  let at = from
  for (const span of spans) {
    lines.push(...base.slice(at, span.from), ...span.lines)
    at = span.to
  }
  lines.push(...base.slice(at, to))
  return lines.join("")
}

/** Two texts that come from one, merged by lines: where both changed the same lines differently, both stand. */
export const mergeTexts = (baseText: string, mine: string, theirs: string): ReadonlyArray<Hunk> => {
  const base = linesOf(baseText)
  const mySpans = spansOf(base, linesOf(mine))
  const theirSpans = spansOf(base, linesOf(theirs))
  const hunks: Array<Hunk> = []
  let at = 0
  let left = 0
  let right = 0
  while (left < mySpans.length || right < theirSpans.length) {
    const from = Math.min(mySpans[left]?.from ?? Infinity, theirSpans[right]?.from ?? Infinity)
    let to = from
    const mineHere: Array<Span> = []
    const theirsHere: Array<Span> = []
    // Spans that touch belong together: the order of their lines is unknown.
    for (let grew = true; grew;) {
      grew = false
      while (left < mySpans.length && mySpans[left]!.from <= to) {
        mineHere.push(mySpans[left]!)
        to = Math.max(to, mySpans[left++]!.to)
        grew = true
      }
      while (right < theirSpans.length && theirSpans[right]!.from <= to) {
        theirsHere.push(theirSpans[right]!)
        to = Math.max(to, theirSpans[right++]!.to)
        grew = true
      }
    }
    if (from > at) hunks.push({ of: "agreed", by: "nobody", text: base.slice(at, from).join("") })
    const my = sideOf(base, mineHere, from, to)
    const their = sideOf(base, theirsHere, from, to)
    if (theirsHere.length === 0) hunks.push({ of: "agreed", by: "mine", text: my })
    else if (mineHere.length === 0) hunks.push({ of: "agreed", by: "theirs", text: their })
    else if (my === their) hunks.push({ of: "agreed", by: "both", text: my })
    else hunks.push({ of: "conflict", base: base.slice(from, to).join(""), mine: my, theirs: their })
    at = to
  }
  if (at < base.length) hunks.push({ of: "agreed", by: "nobody", text: base.slice(at).join("") })
  return hunks
}

const ended = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)

/** The text that the choices make, one for each conflict in order. */
export const mergedText = (hunks: ReadonlyArray<Hunk>, choices: ReadonlyArray<Choice>): string => {
  let at = 0
  return hunks
    .map((hunk) => {
      if (hunk.of === "agreed") return hunk.text
      const choice = choices[at++] ?? "mine"
      return choice === "both" ? ended(hunk.mine) + hunk.theirs : hunk[choice]
    })
    .reduce((text, part) => (part === "" ? text : ended(text) + part), "")
}

/** How many lines came and went between two texts. */
export const lineChanges = (before: string, after: string): { readonly added: number; readonly removed: number } =>
  spansOf(linesOf(before), linesOf(after)).reduce(
    ({ added, removed }, { from, lines, to }) => ({ added: added + lines.length, removed: removed + (to - from) }),
    { added: 0, removed: 0 }
  )

/** A line that differs from another text, from 1 on. `removed`: lines went before it. */
export interface ChangedLine {
  readonly line: number
  readonly of: "added" | "changed" | "removed"
}

/** The lines of `after` that differ from `before`. */
export const changedLines = (before: string, after: string): ReadonlyArray<ChangedLine> => {
  let shift = 0
  return spansOf(linesOf(before), linesOf(after)).flatMap(({ from, lines, to }): ReadonlyArray<ChangedLine> => {
    const start = from + shift + 1
    shift += lines.length - (to - from)
    if (lines.length === 0) return [{ line: Math.max(1, start), of: "removed" }]
    return lines.map((_, index) => ({ line: start + index, of: index < to - from ? "changed" : "added" }))
  })
}
