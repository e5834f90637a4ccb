import type { McpClientAdvice, McpClientReport, McpClientRequest, McpRequestKind } from "@fleet/domain/McpDoctor"
import { DateTime, Duration } from "effect"
import { quirks } from "./doctorQuirks.ts"

type Client = Pick<McpClientReport, "client_id" | "client_name" | "user_agent" | "requests">

/** How long a client may take from one step to the next before that is reported. */
const patience = { decision: Duration.minutes(10), step: Duration.seconds(60) }

/** How advice begins that rests on requests which named no client: any program may send the same. */
const byUserAgent = (userAgent: string | null) =>
  userAgent === null
    ? "Known by nothing but the lack of a User-Agent, as other programs may lack it: "
    : "Known by its User-Agent alone, which other programs may send too: "

const quirkOf = ({ client_id, client_name, user_agent }: Client): ReadonlyArray<McpClientAdvice> =>
  quirks.flatMap(({ mark, message }) => {
    const isIn = (text: string | null) => text !== null && mark.test(text)
    const isNamed = isIn(client_id) || isIn(client_name)
    if (!isNamed && !isIn(user_agent)) return []
    return [{ code: "known_quirk", message: `${isNamed ? "" : byUserAgent(user_agent)}${message.en}`.slice(0, 500) }]
  })

/** What to do about a refusal, by what was asked. */
const remedies: Partial<Record<McpRequestKind, string>> = {
  registration:
    "The client's registration was refused. Redirect addresses must be https, http on a loopback address, or of the app's own scheme; there is no secret.",
  authorize:
    "The client was refused before anybody signed in. Where its id is not known, remove it from the program and add it again; where its document was not read, it must be served at the address that is its id.",
  token:
    "The code was not taken. Codes are good once, for 60 seconds, for the client, redirect address and verifier of their request.",
  refresh:
    "The refresh token was not taken: it was used before, the consent was withdrawn or the person was blocked. The person has to let the client in again."
}

/** Where a connection stands, and what to do. `isOwn`: whether a request named the client, so that no other program sent it. */
export const doctorAdvice = (
  client: Client,
  isOwn: (request: McpClientRequest) => boolean,
  now: DateTime.Utc
): ReadonlyArray<McpClientAdvice> => {
  const last = (kind: McpRequestKind) => client.requests.find((request) => request.kind === kind)
  const isOver = (kind: McpRequestKind, limit: Duration.Duration) => {
    const request = last(kind)
    return request?.ok === true && DateTime.isGreaterThanOrEqualTo(now, DateTime.addDuration(request.at, limit))
  }
  const isAfter = (kind: McpRequestKind, before: McpRequestKind) => {
    const [later, earlier] = [last(kind), last(before)]
    return later !== undefined && (earlier === undefined || DateTime.isGreaterThanOrEqualTo(later.at, earlier.at))
  }
  const advice: Array<McpClientAdvice> = []
  /** Says what rests on the last requests of these kinds. */
  const say = (code: McpClientAdvice["code"], message: string, ...kinds: ReadonlyArray<McpRequestKind>) => {
    const isSure = kinds.every((kind) => client.requests.every((request) => request.kind !== kind || isOwn(request)))
    advice.push({ code, message: `${isSure ? "" : byUserAgent(client.user_agent)}${message}`.slice(0, 500) })
  }

  const missing = last("missing_document")
  if (missing !== undefined) {
    say(
      "missing_document",
      `It asked for ${missing.detail}, which is not served here. A client that finds no other document is too old: update it.`,
      "missing_document"
    )
  }
  for (const kind of ["registration", "authorize", "token", "refresh"] as const) {
    const request = last(kind)
    if (request?.ok === false) say("refused", `${remedies[kind]} The answer was: ${request.detail}`, kind)
  }
  const call = last("call")
  if (client.client_id === null && last("registration") === undefined && isOver("document", patience.step)) {
    say(
      "not_registered",
      "It read the documents and did not register. One that has a metadata document may wait for its person on the page; else update it, or add it again.",
      "document"
    )
  }
  if (isOver("registration", patience.step) && !isAfter("authorize", "registration")) {
    say(
      "no_decision",
      "It registered and never opened the page to sign in: the browser may have been kept from opening.",
      "registration",
      "authorize"
    )
  }
  if (isOver("authorize", patience.decision) && !isAfter("token", "authorize")) {
    say(
      "no_token",
      "It opened the page and never came for a token: nobody allowed it, or the browser did not reach the client.",
      "authorize",
      "token"
    )
  }
  if (isOver("token", patience.step) && !isAfter("call", "token")) {
    const message = "It got a token and made no call within 60 seconds. Remove it in the program and add it again."
    say("no_call", message, "token")
  }
  if (call?.ok === false && isAfter("call", "token") && last("token") !== undefined) {
    say(
      "call_refused",
      `Its last call was refused: ${call.detail}. With a token that is not good it should refresh or sign in again by itself.`,
      "call",
      "token"
    )
  }
  return [...advice, ...quirkOf(client)]
}
