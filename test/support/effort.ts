/**
 * How much a run tries where tries are without end: `npm test` little, CI more, and what runs nightly all. It is told by
 * `scripts/ci/lanes.ts`.
 */
export const effort = process.env["TEST_EFFORT"] === "nightly" ? 2 : process.env["TEST_EFFORT"] === "ci" ? 1 : 0

/** How many of something are made to see that nothing of it is kept. */
export const many = effort === 0 ? 1_000 : 10_000

/** The same, for titles. */
export const manyInWords = many.toLocaleString("en")

/**
 * Of each list that it is given CI tries every member, and `npm test` every third: another third of the next list, so that
 * each member meets some of the routes.
 */
export const makeSample = () => {
  let turn = 0
  return <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => {
    const first = turn++ % 3
    return effort > 0 || all.length < 3 ? all : all.filter((_, at) => at % 3 === first)
  }
}
