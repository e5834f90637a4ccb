/** Which rows of a long list are in the document, from `first` up to and without `end`. */
export interface RowWindow {
  readonly first: number
  readonly end: number
}

/** Rows come and go so many at a time: a list that is scrolled renders once in so many rows. */
const step = 8
/** So many rows beyond each edge of the screen are there before they are seen. */
const beyond = 12

/** The rows that stand on the screen and around it. All rows are equally tall. */
export const rowWindow = (list: {
  readonly count: number
  readonly rowHeight: number
  /** How far the top of the screen is below the top of the first row, in pixels; negative above it. */
  readonly top: number
  readonly height: number
}): RowWindow => {
  const { count, height, rowHeight, top } = list
  const at = (pixels: number) => Math.floor(pixels / Math.max(1, rowHeight))
  const first = Math.floor((at(top) - beyond) / step) * step
  const end = Math.ceil((at(top + height) + 1 + beyond) / step) * step
  const start = Math.max(0, Math.min(first, count))
  return { first: start, end: Math.max(start, Math.min(end, count)) }
}
