const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d*)?(?:[/?]|$)/i

/** Whether an address is this computer's own, over plain http (RFC 8252), in one of the three spellings. */
export const isLoopback = (uri: string): boolean => URL.canParse(uri) && loopback.test(uri)

/** Whether a client may be answered at an address: https, or http on loopback; no fragment, no user part. */
export const isRedirectUri = (uri: string): boolean => {
  const url = URL.parse(uri)
  if (url === null || uri.includes("#") || url.username !== "" || url.password !== "") return false
  // What the parser drops without a word is not part of an address.
  if (/[\s\p{Cc}\\]/u.test(uri)) return false
  if (!/^https?:\/\/[^/?@]+(?:[/?]|$)/i.test(uri)) return false
  return url.protocol === "https:" || isLoopback(uri)
}

/** A loopback address without its port, the rest as it is written. */
const withoutPort = (uri: string) => uri.replace(/^(http:\/\/(?:\[::1\]|[^/?:]+))(?::\d+)?/i, "$1")

/** Whether a request's address is one of the client's: to the letter, but for the port on loopback. */
export const matchesRedirect = (known: ReadonlyArray<string>, given: string): boolean =>
  known.some(
    (uri) =>
      uri === given ||
      (isLoopback(uri) && isRedirectUri(given) && isLoopback(given) && withoutPort(uri) === withoutPort(given))
  )

/** Host and port of an address, as a page of consent shows them. */
export const redirectHost = (uri: string): string => new URL(uri).host
