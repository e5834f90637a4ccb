/** What one statement carries by default: rows, and characters of their texts unless it is one row. */
const most = { rows: 1000, characters: 4_000_000 }

/** Rows in their order, in batches that one statement each can carry. */
export const inBatches = <Row>(
  rows: ReadonlyArray<Row>,
  textOf: (row: Row) => string,
  atOnce: number = most.rows
): ReadonlyArray<ReadonlyArray<Row>> => {
  const batches: Array<Array<Row>> = []
  let characters = 0
  for (const row of rows) {
    const { length } = textOf(row)
    const last = batches.at(-1)
    characters += length
    if (last !== undefined && last.length < atOnce && characters <= most.characters) last.push(row)
    else {
      batches.push([row])
      characters = length
    }
  }
  return batches
}
