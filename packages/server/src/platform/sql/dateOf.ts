/** The last moment that both a Date and the database can hold; later ones mean the same. */
const latestMs = Date.UTC(9999, 0)

/** A moment that a query names, in Unix epoch milliseconds, for a statement. */
export const dateOf = (ms: number): Date => new Date(Math.min(ms, latestMs))
