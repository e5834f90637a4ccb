import { Effect } from "effect"
import { connect as connectTcp, isIP, type Socket } from "node:net"
import { connect as connectTls } from "node:tls"
import { CameraFault, withoutCredentials } from "../CameraFault.ts"
import { ByteReader } from "./ByteReader.ts"
import { readBody } from "./readBody.ts"
import { type HttpHead, readHead } from "./readHead.ts"

/** A camera's answer. It ends with the scope that it was asked in, or when it is closed. */
export interface CameraAnswer extends HttpHead {
  /** The next bytes of its body; null at the end. */
  readonly next: Effect.Effect<Uint8Array | null, CameraFault>
  readonly close: Effect.Effect<void>
}

const wordsOf = (error: unknown): string => {
  // Where a host has several addresses, each of them has failed.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first.message : String(first)
}

const faultOf = (error: unknown): CameraFault =>
  error instanceof CameraFault
    ? error
    : new CameraFault({
        code: "unreachable",
        message: `The camera cannot be reached: ${withoutCredentials(wordsOf(error))}`
      })

const connect = (url: URL): Socket => {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  if (url.protocol === "http:") return connectTcp({ host, port: Number(url.port) || 80 })
  const servername = isIP(host) === 0 ? host : ""
  return connectTls({ host, port: Number(url.port) || 443, servername, ALPNProtocols: ["http/1.1"] })
}

const requestOf = (url: URL, authorization: string | null) =>
  [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    "User-Agent: fleet-bridge",
    "Accept: */*",
    "Accept-Encoding: identity",
    "Connection: close",
    ...(authorization === null ? [] : [`Authorization: ${authorization.replaceAll(/[\r\n\0]/g, "")}`]),
    "\r\n"
  ].join("\r\n")

/**
 * GET of a camera: over a connection of its own and through no proxy. Cameras write heads that Node's parser refuses:
 * with LF as line end, with lines that are no headers.
 */
export const getFromCamera = Effect.fnUntraced(function* (url: URL, authorization: string | null) {
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() => connect(url)),
    (opened) => Effect.sync(() => opened.destroy())
  )
  // Stays: an error after the end of the answer would end the process.
  socket.on("error", () => undefined)
  return yield* Effect.tryPromise({
    try: async (): Promise<CameraAnswer> => {
      socket.write(requestOf(url, authorization))
      const reader = new ByteReader(socket)
      const head = await readHead(reader)
      const body = readBody(reader, head)
      const next = Effect.tryPromise({
        try: async () => {
          const { done, value } = await body.next()
          return done === true ? null : value
        },
        catch: faultOf
      })
      return { ...head, next, close: Effect.sync(() => socket.destroy()) }
    },
    catch: faultOf
  })
})
