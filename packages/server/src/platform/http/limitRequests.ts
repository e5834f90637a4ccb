import type { AtCapacity } from "@fleet/domain/Errors"
import { envelopeOf, statusOf } from "@fleet/domain/Errors"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { retryAfterHeader } from "./comeBackLater.ts"

/** What says how the server is has to be answered above all when it is busy. */
const aboutHealth = new Set(["/healthz", "/readyz", "/metrics"])
const isAboutHealth = (url = "") => aboutHealth.has(url.split("?", 1)[0]!)

/**
 * Answers at most so many requests at once: a further one is refused before anything is read of it, so that whatever
 * requests wait for further in has no longer a line than this. Answers how many were refused.
 */
export const limitRequests = (server: Server, atOnce: number, refusal: () => AtCapacity): (() => number) => {
  let answering = 0
  let refused = 0
  const emit = server.emit.bind(server)
  /** What is being answered on a connection. Not every response says that it is closed, but each connection does. */
  const held = new WeakMap<Socket, Set<ServerResponse>>()

  const heldOn = (socket: Socket): Set<ServerResponse> => {
    const known = held.get(socket)
    if (known !== undefined) return known
    const all = new Set<ServerResponse>()
    held.set(socket, all)
    socket.once("close", () => {
      answering -= all.size
      all.clear()
    })
    return all
  }

  const isRefused = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (isAboutHealth(request.url)) return false
    if (answering < atOnce) {
      const all = heldOn(request.socket)
      all.add(response)
      answering++
      response.once("close", () => {
        if (all.delete(response)) answering--
      })
      return false
    }
    refused++
    const error = refusal()
    response.writeHead(statusOf(error), {
      "content-type": "application/json",
      "cache-control": "no-store",
      "retry-after": retryAfterHeader(error),
      // The same for everybody: a page of any origin may read when to come back.
      "access-control-allow-origin": "*",
      // A body that nobody reads would stand before the next request of the connection.
      connection: "close"
    })
    response.end(JSON.stringify(envelopeOf(error)))
    request.resume()
    return true
  }

  server.emit = (event: string, ...args: ReadonlyArray<unknown>) =>
    (event === "request" && isRefused(args[0] as IncomingMessage, args[1] as ServerResponse)) || emit(event, ...args)
  return () => refused
}
