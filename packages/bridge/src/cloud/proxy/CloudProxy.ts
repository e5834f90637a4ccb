import { Config, Context, Data, Effect, Option, Redacted } from "effect"
import { decodeLiterally } from "../../engine/decodeLiterally.ts"
import { isExcepted, isSecure } from "./isExcepted.ts"

/** An HTTP proxy that connections to the cloud are made through. */
export interface HttpProxy {
  /** Its address without credentials, as messages name it. */
  readonly address: URL
  /** Its Proxy-Authorization; null where it has no credentials. */
  readonly authorization: Redacted.Redacted | null
  /** The setting that names it. */
  readonly setting: string
}

/** The proxy for a URL; null where the connection is direct. */
export type ProxyFor = (url: string) => HttpProxy | null

/** A setting that names no proxy. The message has nothing of its value, which may be a secret. */
export class BadProxy extends Data.TaggedError("BadProxy")<{ readonly message: string }> {}

/** Which proxy the bridge uses for what it dials to the cloud. Cameras and the ROS server are always dialled directly. */
export const CloudProxy = Context.Reference<ProxyFor>("@fleet/bridge/CloudProxy", { defaultValue: () => () => null })

const parse = (setting: string, text: string): Effect.Effect<HttpProxy, BadProxy> => {
  const whole = text.includes("://") ? text : `http://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const message = `${setting} is no address of an HTTP proxy: write http://host:port or http://user:password@host:port.`
    return Effect.fail(new BadProxy({ message }))
  }
  const credentials = `${decodeLiterally(url.username)}:${decodeLiterally(url.password)}`
  const address = new URL(url.origin)
  const authorization =
    credentials === ":" ? null : Redacted.make(`Basic ${Buffer.from(credentials).toString("base64")}`)
  return Effect.succeed({ address, authorization, setting })
}

interface Found {
  readonly setting: string
  readonly text: string
}

/** The first of these variables that is set to something. */
const variable = Effect.fnUntraced(function* (...names: ReadonlyArray<string>) {
  for (const setting of names) {
    const text = Option.getOrElse(yield* Config.option(Config.String(setting)), () => "").trim()
    if (text !== "") return { setting, text }
  }
  return null
})

/**
 * Reads --proxy and the variables that programs share: HTTPS_PROXY for https and wss, HTTP_PROXY for http and ws, NO_PROXY
 * for exceptions; each in lower case, too, which comes first. An empty --proxy means none.
 */
export const readProxies = Effect.fnUntraced(function* (given: Option.Option<Redacted.Redacted>) {
  const parsed = (found: Found | null) => (found === null ? Effect.succeed(null) : parse(found.setting, found.text))
  const noProxy = (yield* variable("no_proxy", "NO_PROXY"))?.text ?? ""
  const flag = Option.isNone(given) ? null : { setting: "--proxy", text: Redacted.value(given.value).trim() }
  if (flag?.text === "") return (() => null) satisfies ProxyFor
  const secure = yield* parsed(flag ?? (yield* variable("https_proxy", "HTTPS_PROXY")))
  const plain = yield* parsed(flag ?? (yield* variable("http_proxy", "HTTP_PROXY")))
  const proxyFor: ProxyFor = (text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url === null || isExcepted(noProxy, url) ? null : isSecure(url) ? secure : plain
  }
  return proxyFor
})
