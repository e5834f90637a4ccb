import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { cookiePrefix, cookiesOf, giveCookie, takeCookies } from "../../../platform/pages/cookies.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { type BrowserBinding, lifetime } from "../../oauth/Interactions.ts"

/** So many sign-ins at once are anybody's; the oldest give way, for a browser's cookies must fit into a request. */
const kept = 10

/** What this browser holds for an interaction. */
export const browserOf = Effect.fnUntraced(function* (interaction: string) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const { portalUrl } = yield* Settings
  const id = interaction.toLowerCase()
  return {
    interaction: id,
    secret: cookies[cookiePrefix(portalUrl, "portal") + id]
  } satisfies BrowserBinding as BrowserBinding
})

/** Gives the browser the cookie of a new interaction. */
export const withCookie = Effect.fnUntraced(function* (
  response: HttpServerResponse.HttpServerResponse,
  id: string,
  secret: string
) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const { portalUrl } = yield* Settings
  const prefix = cookiePrefix(portalUrl, "portal")
  const older = cookiesOf(cookies, prefix).map(([name]) => name)
  const fresh = giveCookie(response, portalUrl, { name: prefix + id, value: secret, lifetime })
  return takeCookies(fresh, portalUrl, older.slice(0, Math.max(0, older.length - kept + 1)))
})
