import { applyEdits, type Edit } from "./edits.ts"

/** A line of a change: `number` is its place in the text after it, or before it where it is taken away. */
export interface ChangeLine {
  readonly kind: "same" | "added" | "removed"
  readonly number: number
  readonly text: string
}

/** As many lines as stand around a change, to tell where it is. */
const around = 2

/** What edits in one place change, line by line, with a few lines around. */
export const changeOf = (source: string, edits: ReadonlyArray<Edit>): ReadonlyArray<ChangeLine> => {
  const before = source.split("\n")
  const after = applyEdits(source, edits).split("\n")
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  if (start === before.length && start === after.length) return []
  const lines = (kind: ChangeLine["kind"], texts: ReadonlyArray<string>, from: number, to: number) =>
    texts.slice(from, to).map((text, index): ChangeLine => ({ kind, number: from + index + 1, text }))
  const changedTo = after.length - end
  return [
    ...lines("same", after, Math.max(0, start - around), start),
    ...lines("removed", before, start, before.length - end),
    ...lines("added", after, start, changedTo),
    ...lines("same", after, changedTo, Math.min(after.length, changedTo + around))
  ]
}
