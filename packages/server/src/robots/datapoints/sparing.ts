import { Effect } from "effect"

/** Rows per statement. */
const batch = 1000

/**
 * Writes rows in batches. A batch that the database refuses is halved until only the rows at fault are left out, so that
 * one odd value never holds back the rest; a failure that passes by itself is passed on.
 */
export const sparing = <Row, A, E extends { readonly isRetryable: boolean }>(
  write: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E>
) => {
  const attempt = (rows: ReadonlyArray<Row>): Effect.Effect<ReadonlyArray<A>, E> =>
    Effect.catchIf(
      write(rows),
      (error) => !error.isRetryable,
      (error) => {
        if (rows.length === 1) return Effect.as(Effect.logError("a row was left out", error), [])
        const middle = rows.length >> 1
        return Effect.zipWith(attempt(rows.slice(0, middle)), attempt(rows.slice(middle)), (a, b) => [...a, ...b])
      }
    )
  return Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
    const answers: Array<A> = []
    for (let start = 0; start < rows.length; start += batch) {
      answers.push(...(yield* attempt(rows.slice(start, start + batch))))
    }
    return answers
  })
}
