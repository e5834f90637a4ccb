import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { Settings } from "../../platform/settings/Settings.ts"

const hostPattern = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Answers the origin that a request was addressed to; where it does not say, the service's own. */
export const requestOrigin = Effect.map(Settings, ({ baseUrl, trustedProxies }) => {
  const own = new URL(baseUrl)
  return Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => {
    const { host, "x-forwarded-proto": forwarded } = headers
    if (host === undefined || !hostPattern.test(host)) return own.origin
    const scheme = trustedProxies > 0 ? forwarded?.split(",").at(-1)?.trim() : undefined
    return `${scheme === "http" || scheme === "https" ? scheme : own.protocol.slice(0, -1)}://${host}`
  })
})
