const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d*)?(?:[/?]|$)/i

/** Whether an address is this computer's own, over plain http (RFC 8252), in one of the three spellings. */
export const isLoopback = (uri: string): boolean => URL.canParse(uri) && loopback.test(uri)

/** Schemes that browsers and systems act upon themselves: none is a private one of an app. */
const reserved: ReadonlySet<string> = new Set(
  "javascript data file blob about vbscript view-source ws wss ftp mailto tel http https"
    .split(" ")
    .map((scheme) => `${scheme}:`)
)

/** `scheme:/…` or `scheme://…`, without a user part. */
const privateUse = /^[a-z][a-z0-9+.-]*:\/(?!\/[^/?]*@)/i

/** Whether an address opens an app on the person's device, by a scheme of the app's own (RFC 8252, 7.1). */
export const opensApp = (uri: string): boolean => {
  const scheme = URL.parse(uri)?.protocol
  return scheme !== undefined && !reserved.has(scheme) && privateUse.test(uri)
}

/** The most characters of `redirectHost` that a page of consent shows. */
const maxHost = 255

/** Whether a client may be answered at an address: https, http on loopback, or an app's own scheme; no fragment, no user part. */
export const isRedirectUri = (uri: string): boolean => {
  const url = URL.parse(uri)
  if (url === null || uri.includes("#") || url.username !== "" || url.password !== "") return false
  // What the parser drops without a word is not part of an address.
  if (/[\s\p{Cc}\\]/u.test(uri)) return false
  if (redirectHost(uri).length > maxHost) return false
  if (opensApp(uri)) return true
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

/** What a page of consent shows of an address: host and port, or the scheme of an app with its colon. */
export const redirectHost = (uri: string): string => {
  const { host, protocol } = new URL(uri)
  return opensApp(uri) ? protocol : host
}
