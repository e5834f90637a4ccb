/** As many live columns as a row has room for. */
const mostColumns = 6

/** Slugs of an address or a field: words between commas or spaces. */
export const columnsOf = (text: string | undefined): ReadonlyArray<string> =>
  [...new Set((text ?? "").split(/[\s,]+/).filter((slug) => /^[a-z0-9_-]{1,63}$/i.test(slug)))].slice(0, mostColumns)
