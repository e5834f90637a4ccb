const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"])

/** The URL parser drops these without a word, or reads another address than the one a reader sees. */
const misread = /[\s\\]|\p{Cc}/u

const withHost = /^https?:\/\/[^/]/i

/** An https address, or an http one of this machine, without credentials; null for everything else. */
const addressOf = (text: string): URL | null => {
  if (misread.test(text) || !withHost.test(text)) return null
  const url = URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "") return null
  return url.protocol === "https:" || loopback.has(url.hostname) ? url : null
}

/** Whether people may be sent to this page: https, or http on loopback. */
export const pageAddress = (text: string): boolean => addressOf(text) !== null

/** Whether the text is a page's address whatever stands for the placeholder, which may choose no other host. */
export const linkTemplate = (template: string, placeholder: string): boolean => {
  const [one, other] = ["a", "b"].map((value) => addressOf(template.replaceAll(placeholder, () => value)))
  return one != null && other != null && one.origin === other.origin
}

/**
 * Whether the text is a bare origin: https, or http on localhost or 127.0.0.1, equal to its own URL's origin. A star is
 * a host to the URL parser, and would be taken for many.
 */
export const bareOrigin = (text: string): boolean => {
  const url = addressOf(text)
  if (url === null || url.origin !== text || text.includes("*")) return false
  return url.protocol === "https:" || url.hostname !== "[::1]"
}

/** Whether the text names an issuer: an http or https URL without credentials, query or fragment. */
export const issuerAddress = (text: string): boolean => {
  if (misread.test(text) || !withHost.test(text) || /[?#]/.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === "" && url.password === ""
}
