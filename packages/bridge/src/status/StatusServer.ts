import { Data, Effect, type Scope } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, BlockList, isIP } from "node:net"
import { metricsText } from "./metricsText.ts"
import { faultsOf, type Status } from "./Status.ts"

/** The status cannot be served at this address. */
export class StatusAddressError extends Data.TaggedError("StatusAddressError")<{ readonly message: string }> {}

/** Where the status is served. `isPublic` allows addresses that other computers reach. */
export interface StatusAddress {
  readonly address: string
  readonly isPublic: boolean
}

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

const isLoopback = (host: string): boolean => {
  const family = isIP(host)
  return family === 0 ? host === "localhost" : loopback.check(host, family === 6 ? "ipv6" : "ipv4")
}

/** Reads `host:port`, a host of IPv6 in brackets; port 0 takes any free one. */
export const parseAddress = ({ address, isPublic }: StatusAddress) => {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(address) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(digits) > 65_535) {
    return Effect.fail(
      new StatusAddressError({ message: `Not an address: ${address}. Give host:port, e.g. 127.0.0.1:9100.` })
    )
  }
  if (!isPublic && !isLoopback(host)) {
    const message = `${host} can be reached from other computers. Give a loopback address, or --status-public as well.`
    return Effect.fail(new StatusAddressError({ message }))
  }
  return Effect.succeed({ host, port: Number(digits) })
}

const json = "application/json"
const prometheus = "text/plain; version=0.0.4; charset=utf-8"

/** Bounds on clients: how many at once, and how long each may take to ask and to read, in milliseconds. */
const maxClients = 16
const maxAskMs = 5000

const pages: Readonly<Record<string, (status: Status) => readonly [code: number, type: string, body: string]>> = {
  "/healthz": (status) => {
    const reasons = faultsOf(status)
    const ok = reasons.length === 0
    return [ok ? 200 : 503, json, JSON.stringify({ ok, version: status.version, reasons })]
  },
  "/status": (status) => [200, json, JSON.stringify(status)],
  "/metrics": (status) => [200, prometheus, metricsText(status)]
}

const answer = async (
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
  read: () => Promise<Status>
): Promise<void> => {
  const [path = ""] = url.split("?")
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  const refuse = (code: number, message: string) =>
    response.writeHead(code, { "content-type": json }).end(JSON.stringify({ message }))
  if (page === undefined) return void refuse(404, "Here are /healthz, /status and /metrics.")
  if (method !== "GET" && method !== "HEAD") return void refuse(405, "Use GET.")
  const [code, type, body] = page(await read())
  response
    .writeHead(code, { "content-type": type, "cache-control": "no-store" })
    .end(method === "HEAD" ? undefined : body)
}

/** Serves the status for as long as the scope is open, and answers with the port. */
export const serveStatus = Effect.fnUntraced(function* (
  where: StatusAddress,
  read: Effect.Effect<Status>
): Effect.fn.Return<number, StatusAddressError, Scope.Scope> {
  const { host, port } = yield* parseAddress(where)
  const server = createServer(
    {
      maxHeaderSize: 8192,
      headersTimeout: maxAskMs,
      requestTimeout: maxAskMs,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 1000
    },
    (request, response) => {
      answer(request, response, () => Effect.runPromise(read)).catch(() => response.destroy())
    }
  )
  server.maxConnections = maxClients
  // A client that asks nothing more, or does not read, is cut.
  server.timeout = maxAskMs * 2
  yield* Effect.acquireRelease(
    Effect.callback<void, StatusAddressError>((resume) => {
      server.once("error", ({ message }) =>
        resume(Effect.fail(new StatusAddressError({ message: `The status cannot be served: ${message}` })))
      )
      server.listen(port, host, () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  return (server.address() as AddressInfo).port
})
