import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** What says how the server is has to be answered above all when it is busy. */
const aboutHealth = new Set(["/healthz", "/readyz", "/metrics"])

/**
 * How many requests are answered at once: a further one is refused before anything is read of it, so that whatever requests
 * wait for further in has no longer a line than this.
 */
export class RequestLimit {
  /** Requests that found no place. */
  refused = 0
  private answering = 0
  private readonly atOnce: number
  /** What is being answered on a connection. Not every response says that it is closed, but each connection does. */
  private readonly held = new WeakMap<Duplex, Set<object>>()

  constructor(atOnce: number) {
    this.atOnce = atOnce
  }

  /** Whether there is a place for a request: until `response` is closed, or where it has none its connection. */
  admits(request: IncomingMessage, response: ServerResponse | null): boolean {
    if (aboutHealth.has(request.url!.split("?", 1)[0]!)) return true
    if (this.answering >= this.atOnce) {
      this.refused++
      return false
    }
    const held = this.heldOn(request.socket)
    held.add(request)
    this.answering++
    response?.once("close", () => {
      if (held.delete(request)) this.answering--
    })
    return true
  }

  private heldOn(connection: Duplex): Set<object> {
    const known = this.held.get(connection)
    if (known !== undefined) return known
    const held = new Set<object>()
    this.held.set(connection, held)
    connection.once("close", () => {
      this.answering -= held.size
      held.clear()
    })
    return held
  }
}
