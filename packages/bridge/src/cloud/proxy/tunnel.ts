import { Redacted } from "effect"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type Socket } from "node:net"
import type { HttpProxy } from "./CloudProxy.ts"
import { hostOf, portOf } from "./isExcepted.ts"

const patienceMs = 10_000

/** Why a proxy gives no connection: the message names it, and `advice` says what to do. */
export class ProxyFailed extends Error {
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

/** A proxy as messages name it. */
export const nameOf = ({ address, setting }: HttpProxy): string => `the proxy ${address.origin} (${setting})`

/** What its answer to CONNECT means. */
const refused = (proxy: HttpProxy, target: string, status: number): ProxyFailed => {
  const name = nameOf(proxy)
  if (status === 407 && proxy.authorization === null) {
    return new ProxyFailed(
      `${name} wants credentials (407)`,
      "Give them in its address: http://user:password@host:port."
    )
  }
  if (status === 407) {
    const advice = "Look at user and password in its address; characters such as @ and : are percent-encoded there."
    return new ProxyFailed(`${name} refuses the credentials (407)`, advice)
  }
  if (status === 403) {
    return new ProxyFailed(
      `${name} does not allow ${target} (403)`,
      `Ask whoever runs it to allow CONNECT to ${target}.`
    )
  }
  if (status >= 502 && status <= 504) {
    return new ProxyFailed(
      `${name} cannot reach ${target} (${status})`,
      "Look at --url, and at the proxy's own network."
    )
  }
  return new ProxyFailed(
    `${name} answers CONNECT ${target} with ${status}`,
    "It must be an HTTP proxy that allows CONNECT."
  )
}

const isCertificate = /certificate|self.signed|issuer|altname|wrong version number|packet length/i

const broken = (proxy: HttpProxy, error: Error): ProxyFailed => {
  const [first = error] = error instanceof AggregateError ? (error.errors as ReadonlyArray<Error>) : []
  const message = `${nameOf(proxy)} cannot be reached: ${first.message}`
  return isCertificate.test(first.message)
    ? new ProxyFailed(message, "Look at its scheme, http or https, and at its certificate (NODE_EXTRA_CA_CERTS).")
    : new ProxyFailed(message, "Look at its address and port, and at the network between here and there.")
}

/** Asks a proxy for a connection to the host of a URL, whose name only the proxy looks up. */
export const tunnel = (proxy: HttpProxy, url: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const host = hostOf(url)
    const target = `${isIP(host) === 6 ? `[${host}]` : host}:${portOf(url)}`
    const { address, authorization } = proxy
    const request = (address.protocol === "https:" ? requestHttps : requestHttp)({
      host: hostOf(address),
      port: portOf(address),
      method: "CONNECT",
      path: target,
      agent: false,
      timeout: patienceMs,
      headers: {
        host: target,
        ...(authorization === null ? {} : { "proxy-authorization": Redacted.value(authorization) })
      }
    })
    request.once("connect", ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy()
        return reject(refused(proxy, target, statusCode))
      }
      socket.setTimeout(0)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    request.once("timeout", () => request.destroy(new Error(`no answer within ${patienceMs / 1000} seconds`)))
    request.on("error", (error) => reject(broken(proxy, error)))
    request.end()
  })
