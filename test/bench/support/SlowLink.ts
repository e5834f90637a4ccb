import { connect, createServer, type Server, type Socket } from "node:net"

/** What a link is like. */
export interface LinkShape {
  /** Each way. */
  readonly delayMs: number
  /** Of packets of 1400 bytes: what is lost comes again after another round trip, and all behind it waits. */
  readonly loss: number
  /** Bytes a second towards the client; Infinity for no bound. */
  readonly bytesPerSecond: number
}

const packetBytes = 1_400
/** What the link holds before it takes no more. */
const heldBytes = 65_536

/** Passes bytes from one socket to another as the link does. */
const pass = (from: Socket, to: Socket, shape: () => LinkShape, isBound: boolean) => {
  let freeMs = 0
  let held = 0
  const waiting: Array<{ readonly dueMs: number; readonly chunk: Buffer }> = []
  const flush = () => {
    while (waiting.length > 0 && waiting[0]!.dueMs <= performance.now() + 0.5) {
      const { chunk } = waiting.shift()!
      held -= chunk.length
      if (!to.destroyed) to.write(chunk)
    }
    if (held <= heldBytes) from.resume()
    if (waiting.length > 0) setTimeout(flush, waiting[0]!.dueMs - performance.now())
  }
  from.on("data", (chunk: Buffer) => {
    const { bytesPerSecond, delayMs, loss } = shape()
    const now = performance.now()
    const isLost = Math.random() > (1 - loss) ** Math.ceil(chunk.length / packetBytes)
    const rate = isBound ? bytesPerSecond : Infinity
    freeMs = Math.max(freeMs, now) + (chunk.length / rate) * 1000 + (isLost ? 2 * delayMs : 0)
    held += chunk.length
    if (held > heldBytes) from.pause()
    waiting.push({ dueMs: freeMs + delayMs, chunk })
    if (waiting.length === 1) setTimeout(flush, freeMs + delayMs - now)
  })
  from.on("end", () => setTimeout(() => to.end(), shape().delayMs))
  from.on("error", () => to.destroy())
  from.on("close", () => setTimeout(() => to.destroy(), shape().delayMs))
}

const straight: LinkShape = { delayMs: 0, loss: 0, bytesPerSecond: Infinity }

/** Whether the head of a request is that of a browser. */
const isBrowser = (head: Buffer) => /^user-agent: mozilla/im.test(head.toString("latin1"))

/**
 * Listens on a port, and passes what browsers send to another over the link, whose shape may change meanwhile; what others
 * send is not held up. It is a program and no network interface: what it delays has left TCP already.
 */
export const slowLink = (
  port: number,
  target: number,
  shape: () => LinkShape
): Promise<{ readonly close: () => void; readonly bytesDown: () => number }> => {
  let bytes = 0
  const server: Server = createServer({ noDelay: true }, (client) => {
    const service = connect({ host: "127.0.0.1", port: target, noDelay: true })
    let isHeld = false
    client.once("data", (head: Buffer) => (isHeld = isBrowser(head)))
    const own = () => (isHeld ? shape() : straight)
    service.on("data", (chunk: Buffer) => (bytes += isHeld ? chunk.length : 0))
    pass(client, service, own, false)
    pass(service, client, own, true)
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => resolve({ close: () => server.close(), bytesDown: () => bytes }))
  })
}
