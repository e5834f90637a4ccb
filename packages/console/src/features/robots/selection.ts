/** Which rows of a list are chosen. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** The row that a range begins at: the one that was chosen last. */
  readonly anchor: string | undefined
}

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }

const withRows = (ids: ReadonlySet<string>, rows: ReadonlyArray<string>, on: boolean): ReadonlySet<string> => {
  const next = new Set(ids)
  for (const id of rows) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}

/** Chooses a row, or lets it go. */
export const toggled = ({ ids }: Selection, id: string): Selection => ({
  ids: withRows(ids, [id], !ids.has(id)),
  anchor: id
})

/** Gives all rows from the anchor to this one what the anchor is: chosen or not. Without an anchor only this row. */
export const extended = (selection: Selection, id: string, order: ReadonlyArray<string>): Selection => {
  const { anchor, ids } = selection
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggled(selection, id)
  const rows = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: withRows(ids, rows, ids.has(anchor!)), anchor }
}

/** Chooses all rows of the list, or lets all of them go. Rows that a filter hides stay as they are. */
export const allSet = ({ anchor, ids }: Selection, order: ReadonlyArray<string>, on: boolean): Selection => ({
  ids: withRows(ids, order, on),
  anchor
})

/** Without what is no longer there. The same object where nothing went. */
export const keptOf = (selection: Selection, isThere: (id: string) => boolean): Selection => {
  const { anchor, ids } = selection
  if ([...ids].every(isThere) && (anchor === undefined || isThere(anchor))) return selection
  return {
    ids: new Set([...ids].filter(isThere)),
    anchor: anchor !== undefined && isThere(anchor) ? anchor : undefined
  }
}

/** How much of a list is chosen. */
export const shareOf = ({ ids }: Selection, order: ReadonlyArray<string>): "none" | "some" | "all" => {
  let chosen = 0
  for (const id of order) if (ids.has(id)) chosen += 1
  return chosen === 0 ? "none" : chosen === order.length ? "all" : "some"
}
