import { Effect } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, connect, type Socket } from "node:net"

/** What a test's proxy was asked for. */
export interface Asked {
  readonly target: string
  readonly authorization: string | undefined
}

interface ProxyOptions {
  /** Where hosts are that only the proxy knows: the port on this computer, by host and port. */
  readonly hosts?: Readonly<Record<string, number>>
  /** What must stand in Proxy-Authorization. */
  readonly authorization?: string
  /** The answer to each CONNECT, instead of a connection. */
  readonly status?: number
  readonly certificate?: { readonly key: string; readonly cert: string }
}

/** An HTTP proxy that knows CONNECT alone, on a free port, for as long as the scope is open. */
export const startProxy = ({ authorization, certificate, hosts = {}, status }: ProxyOptions) =>
  Effect.gen(function* () {
    const asked: Array<Asked> = []
    const sockets = new Set<Socket>()
    const server = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const made = certificate === undefined ? createServer() : createSecureServer({ ...certificate })
        made.on("connect", ({ headers, url = "" }: IncomingMessage, client: Socket) => {
          asked.push({ target: url, authorization: headers["proxy-authorization"] })
          sockets.add(client)
          client.on("error", () => undefined)
          const refuse = (code: number) => client.end(`HTTP/1.1 ${code} No\r\nContent-Length: 0\r\n\r\n`)
          if (status !== undefined) return refuse(status)
          if (authorization !== headers["proxy-authorization"]) return refuse(407)
          const port = hosts[url]
          if (port === undefined) return refuse(502)
          const onward = connect(port, "127.0.0.1", () => {
            client.write("HTTP/1.1 200 Connection established\r\n\r\n")
            client.pipe(onward).pipe(client)
          })
          sockets.add(onward)
          onward.on("error", () => client.destroy())
          onward.on("close", () => client.destroy())
          client.on("close", () => onward.destroy())
        })
        made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
      }),
      (made) =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
          made.close()
          made.closeAllConnections()
        })
    )
    const { port } = server.address() as AddressInfo
    return { asked, host: `127.0.0.1:${port}`, targets: () => asked.map(({ target }) => target) }
  })

/** The port of an address on this computer. */
export const portOf = (url: string): number => Number(new URL(url).port)
