import { Effect } from "effect"

/** One statement carries at most so many rows, and so many characters of values unless it is one row. */
const most = { rows: 1000, characters: 4_000_000 }

const batchesOf = <Row extends { readonly json: string }>(rows: ReadonlyArray<Row>) => {
  const batches: Array<Array<Row>> = []
  let characters = 0
  for (const row of rows) {
    const last = batches.at(-1)
    characters += row.json.length
    if (last !== undefined && last.length < most.rows && characters <= most.characters) last.push(row)
    else {
      batches.push([row])
      characters = row.json.length
    }
  }
  return batches
}

/**
 * Writes rows in batches. A batch that the database refuses is halved until only the rows at fault are left out, so that
 * one odd value never holds back the rest; a failure that passes by itself is passed on.
 */
export const sparing = <Row extends { readonly json: string }, A, E extends { readonly isRetryable: boolean }>(
  write: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E>
) => {
  const attempt = (rows: ReadonlyArray<Row>): Effect.Effect<ReadonlyArray<A>, E> =>
    Effect.catchIf(
      write(rows),
      (error) => !error.isRetryable,
      (error) => {
        if (rows.length === 1) return Effect.as(Effect.logError("a value was left out", error), [])
        const middle = rows.length >> 1
        return Effect.zipWith(attempt(rows.slice(0, middle)), attempt(rows.slice(middle)), (a, b) => [...a, ...b])
      }
    )
  return (rows: ReadonlyArray<Row>) => Effect.map(Effect.forEach(batchesOf(rows), attempt), (answers) => answers.flat())
}
