import type { ClientRequestArgs } from "node:http"
import { isIP } from "node:net"
import { connect as connectTls } from "node:tls"
import type { ProxyFor } from "./CloudProxy.ts"
import { hostOf, isSecure } from "./isExcepted.ts"
import { tunnel } from "./tunnel.ts"

/** What a request or a WebSocket is given, so that its connection is made through the proxy for its URL. */
export const connectionTo = (text: string, proxyFor: ProxyFor): Pick<ClientRequestArgs, "createConnection"> => {
  const proxy = proxyFor(text)
  if (proxy === null) return {}
  const url = new URL(text)
  const host = hostOf(url)
  const servername = isIP(host) === 0 ? host : ""
  return {
    createConnection: (_, made) => {
      tunnel(proxy, url).then(
        (socket) =>
          made(null, isSecure(url) ? connectTls({ socket, servername, ALPNProtocols: ["http/1.1"] }) : socket),
        (error: Error) => made(error, undefined as never)
      )
      return undefined
    }
  }
}
