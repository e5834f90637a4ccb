import { Option, Schema } from "effect"
import type { OutboundAnswer } from "../../../platform/outbound/OutboundFetch.ts"
import { clientName } from "./clientName.ts"
import { isRedirectUri } from "./redirectUris.ts"

/** The metadata document that a client_id names. */
export interface ClientDocument {
  readonly name: string | null
  readonly redirectUris: ReadonlyArray<string>
}

/** Whether a client_id names a metadata document: https, with a path, without fragment, user part or dot segments. */
export const isDocumentUrl = (clientId: string): boolean => {
  const url = URL.parse(clientId)
  if (url === null || url.protocol !== "https:" || url.pathname === "/") return false
  // An address that is written otherwise than it is fetched is not one.
  return (
    url.href === clientId &&
    !clientId.includes("#") &&
    url.username === "" &&
    url.password === "" &&
    !/[#@]/.test(url.host)
  )
}

const Document = Schema.Struct({
  client_id: Schema.String,
  client_name: Schema.optionalKey(Schema.Unknown),
  redirect_uris: Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(50)),
  client_secret: Schema.optionalKey(Schema.Unknown),
  token_endpoint_auth_method: Schema.optionalKey(Schema.Unknown)
})
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Document))

const withSecret = new Set<unknown>(["client_secret_basic", "client_secret_post", "client_secret_jwt"])

/** A document as it was answered, or what is wrong with it. */
export const clientDocument = (
  clientId: string,
  { body, status }: Pick<OutboundAnswer, "body" | "status">
): ClientDocument | string => {
  if (status !== 200) return `The answer has status ${status}.`
  const document = Option.getOrUndefined(decode(Buffer.from(body).toString()))
  if (document === undefined) return "It is no JSON object with client_id and redirect_uris."
  if (document.client_id !== clientId) return "Its client_id is not its own address."
  if (document.client_secret !== undefined || withSecret.has(document.token_endpoint_auth_method)) {
    return "It is of a client with a secret."
  }
  const redirectUris = document.redirect_uris.filter(isRedirectUri)
  if (redirectUris.length === 0)
    return "None of its redirect_uris is https, http on loopback or of a scheme of an app's own."
  return { name: clientName(document.client_name), redirectUris }
}

const minuteMs = 60_000
const [shortestMs, longestMs] = [5 * minuteMs, 24 * 60 * minuteMs]

/** How many milliseconds a document may be kept, by its headers: 5 minutes to 24 hours. */
export const keptForMs = (headers: OutboundAnswer["headers"]): number => {
  const control = [headers["cache-control"] ?? ""].flat().join(",").toLowerCase()
  if (/no-store|no-cache/.test(control)) return shortestMs
  const seconds = Number(/max-age=(\d{1,9})/.exec(control)?.[1] ?? 0)
  return Math.min(longestMs, Math.max(shortestMs, seconds * 1000))
}
