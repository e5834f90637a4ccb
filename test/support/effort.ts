/**
 * How much a run tries where tries are without end: `npm test` little, CI more, and what runs nightly all. It is told by
 * `scripts/ci/lanes.ts`.
 */
export const effort = process.env["TEST_EFFORT"] === "nightly" ? 2 : process.env["TEST_EFFORT"] === "ci" ? 1 : 0

/** How many of something are made to see that nothing of it is kept. */
export const many = effort === 0 ? 1_000 : 10_000

/** The same, for titles. */
export const manyInWords = many.toLocaleString("en")
