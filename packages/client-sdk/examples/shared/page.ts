/** An element that the page is known to have. */
export const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind

/** What a person is told of an error. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
