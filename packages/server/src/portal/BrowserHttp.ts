import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Settings } from "../Settings.ts"
import { type Browser, lifetime } from "./Interactions.ts"

type Response = HttpServerResponse.HttpServerResponse

/** So many sign-ins at once are anybody's; the oldest give way, for a browser's cookies must fit into a request. */
const kept = 10

const options = (portalUrl: string) =>
  ({ httpOnly: true, sameSite: "lax", path: "/", secure: portalUrl.startsWith("https:") }) as const

const prefixOf = (portalUrl: string) => (portalUrl.startsWith("https:") ? "__Host-portal-" : "portal-")

/** What this browser holds for an interaction. */
export const browserOf = Effect.fnUntraced(function* (interaction: string) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const { portalUrl } = yield* Settings
  const id = interaction.toLowerCase()
  return { interaction: id, secret: cookies[prefixOf(portalUrl) + id] } satisfies Browser as Browser
})

/** Gives the browser the cookie of a new interaction. */
export const withCookie = Effect.fnUntraced(function* (response: Response, id: string, secret: string) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const { portalUrl } = yield* Settings
  const prefix = prefixOf(portalUrl)
  // Names that could be ours: a browser may be made to send others, which no answer may take back.
  const older = Object.keys(cookies).filter((name) => name.startsWith(prefix) && /^[\w-]+$/.test(name))
  const fresh = HttpServerResponse.setCookieUnsafe(response, prefix + id, secret, {
    ...options(portalUrl),
    maxAge: lifetime
  })
  return older
    .slice(0, Math.max(0, older.length - kept + 1))
    .reduce((answer, name) => HttpServerResponse.expireCookieUnsafe(answer, name, options(portalUrl)), fresh)
})
