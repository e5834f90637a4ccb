/**
 * What an address is counted by in rate limits. Coarser than any database's lower(), so that no way of writing an
 * address gets a window of its own; it is for counting only and never decides whose account an address is.
 */
export const accountKey = (identifier: string, email: string): string =>
  `${identifier}\n${email.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase()}`
