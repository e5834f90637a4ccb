import { type Duration } from "effect"
import { HttpServerResponse } from "effect/http"

type Response = HttpServerResponse.HttpServerResponse

const isSecure = (portalUrl: string) => portalUrl.startsWith("https:")

const options = (portalUrl: string) =>
  ({ httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(portalUrl) }) as const

/** What the names of pages' cookies begin with: on https, so that no other host of the domain can set them. */
export const cookiePrefix = (portalUrl: string, kind: string): string =>
  `${isSecure(portalUrl) ? "__Host-" : ""}${kind}-`

/** The cookies of one kind that a browser sent, the oldest first: names that could be ours, for it may be made to send others. */
export const cookiesOf = (
  cookies: Readonly<Record<string, string>>,
  prefix: string
): ReadonlyArray<readonly [name: string, value: string]> =>
  Object.entries(cookies).filter(([name]) => name.startsWith(prefix) && /^[\w-]+$/.test(name))

/** Gives the browser a cookie that no script reads. */
export const giveCookie = (
  response: Response,
  portalUrl: string,
  { lifetime, name, value }: { readonly name: string; readonly value: string; readonly lifetime: Duration.Input }
): Response => HttpServerResponse.setCookieUnsafe(response, name, value, { ...options(portalUrl), maxAge: lifetime })

/** Takes cookies back from the browser. */
export const takeCookies = (response: Response, portalUrl: string, names: ReadonlyArray<string>): Response =>
  names.reduce((answer, name) => HttpServerResponse.expireCookieUnsafe(answer, name, options(portalUrl)), response)
