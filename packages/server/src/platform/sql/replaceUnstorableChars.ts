const escapes = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^u])/g
const unstorable = /^\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})$/

/** JSON text with NUL and lone surrogates, which Postgres refuses in jsonb, replaced by U+FFFD. */
export const replaceUnstorableChars = (json: string): string =>
  json.includes("\\u") ? json.replace(escapes, (escape) => (unstorable.test(escape) ? "\\ufffd" : escape)) : json
