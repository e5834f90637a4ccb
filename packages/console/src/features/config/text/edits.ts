/** A change of a text: what lies between `from` and `to` becomes `insert`. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The text after changes that do not overlap. */
export const applyEdits = (source: string, edits: ReadonlyArray<Edit>): string => {
  let result = ""
  let at = 0
  for (const { from, insert, to } of edits.toSorted((a, b) => a.from - b.from)) {
    result += source.slice(at, from) + insert
    at = to
  }
  return result + source.slice(at)
}
