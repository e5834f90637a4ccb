import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { incomingAddress, isOwnAddress } from "./callerAddress.ts"

/** What says how the server is has to be answered above all when it is busy. */
const aboutHealth = new Set(["/healthz", "/readyz", "/metrics"])

/**
 * The part of all places that one address may hold: a quarter. A back end with a server key is one address, and so is a proxy
 * that TRUSTED_PROXIES does not count: what either asks at once fits into that many times.
 */
const shareOfAddress = 4

const isEventStream = (value: unknown) => String(value).startsWith("text/event-stream")

/** Calls back when the head that is written is that of an event stream. */
const onEventStream = (response: ServerResponse, done: () => void) => {
  const writeHead = response.writeHead as (...head: Array<unknown>) => ServerResponse
  response.writeHead = (...head: Array<unknown>) => {
    const headers = head.at(-1)
    const given = typeof headers === "object" && headers !== null ? Object.entries(headers) : []
    const type = given.find(([name]) => name.toLowerCase() === "content-type")?.[1]
    if (isEventStream(type ?? response.getHeader("content-type"))) done()
    return writeHead.apply(response, head)
  }
}

/**
 * How many requests are answered at once, and how many of them for one address: a further one is refused before anything is
 * read of it, so that whatever requests wait for further in has no longer a line than this. Who sends bodies slowly holds its
 * own share, and no place of others. An event stream gives its place back once it has begun: it waits, and its feature bounds
 * how many there are. This machine's own addresses have no share: a proxy on it may stand for everybody.
 */
export class RequestLimit {
  /** Requests that found no place. */
  refused = 0
  /** Those whose address held its share, while there was a place. */
  refusedOfAddress = 0
  private answering = 0
  private readonly atOnce: number
  private readonly ofAddress: number
  private readonly hops: number
  /** Requests that are being answered, by address. */
  private readonly addresses = new Map<string, number>()
  /**
   * What is being answered on a connection, and for which address. Not every response says that it is closed, but each
   * connection does.
   */
  private readonly held = new WeakMap<Duplex, Map<object, string | null>>()

  /** `hops` are the proxies that are trusted, as in `callerAddress`. */
  constructor(atOnce: number, hops: number) {
    this.atOnce = atOnce
    this.ofAddress = Math.ceil(atOnce / shareOfAddress)
    this.hops = hops
  }

  /** Addresses for which requests are being answered. */
  get known(): number {
    return this.addresses.size
  }

  /** Whether there is a place for a request: until `response` is closed, or where it has none its connection. */
  admits(request: IncomingMessage, response: ServerResponse | null): boolean {
    const url = request.url!
    const query = url.indexOf("?")
    if (aboutHealth.has(query < 0 ? url : url.slice(0, query))) return true
    if (this.answering >= this.atOnce) {
      this.refused++
      return false
    }
    const address = incomingAddress(request, this.hops)
    const shared = isOwnAddress(address) ? null : address
    if (shared !== null && (this.addresses.get(shared) ?? 0) >= this.ofAddress) {
      this.refusedOfAddress++
      return false
    }
    const held = this.heldOn(request.socket)
    held.set(request, shared)
    this.hold(shared, 1)
    const leave = () => {
      if (held.delete(request)) this.hold(shared, -1)
    }
    response?.once("close", leave)
    if (response !== null) onEventStream(response, leave)
    return true
  }

  private hold(address: string | null, change: 1 | -1): void {
    this.answering += change
    if (address === null) return
    const count = (this.addresses.get(address) ?? 0) + change
    if (count === 0) this.addresses.delete(address)
    else this.addresses.set(address, count)
  }

  private heldOn(connection: Duplex): Map<object, string | null> {
    const known = this.held.get(connection)
    if (known !== undefined) return known
    const held = new Map<object, string | null>()
    this.held.set(connection, held)
    connection.once("close", () => {
      for (const address of held.values()) this.hold(address, -1)
      held.clear()
    })
    return held
  }
}
