import { Effect } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A TCP line to a server that can be cut, and held cut. */
export interface Line {
  readonly url: string
  /** Cuts every connection. */
  readonly cut: () => void
  /** While held, new connections are cut at once. */
  readonly hold: (held: boolean) => void
  /** From now on, what the client says arrives so many milliseconds later. */
  readonly delay: (ms: number) => void
  /** How many connections were asked for so far. */
  readonly asked: () => number
  /** How many are open. */
  readonly open: () => number
}

/** Passes on what a socket says in its order, each piece after the delay of its time. */
const pass = (from: Socket, to: Socket, delayMs: () => number) => {
  let lastAt = 0
  let waiting = 0
  from.on("data", (bytes) => {
    const waitMs = Math.max(delayMs(), lastAt - Date.now())
    if (waitMs <= 0 && waiting === 0) return void to.write(bytes)
    lastAt = Date.now() + waitMs
    waiting += 1
    setTimeout(() => {
      waiting -= 1
      to.write(bytes)
    }, waitMs)
  })
  from.on("end", () => setTimeout(() => to.end(), Math.max(0, lastAt - Date.now())))
}

/** A line to the address that lasts as long as the scope. */
export const startLine = Effect.fnUntraced(function* (to: string) {
  const { hostname, port } = new URL(to)
  const pairs = new Set<readonly [Socket, Socket]>()
  let asked = 0
  let held = false
  let delayMs = 0
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  const server = createServer((near) => {
    asked += 1
    if (held) return near.destroy()
    const far = connect(Number(port), hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on("error", () => undefined)
      socket.once("close", () => {
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    pass(near, far, () => delayMs)
    far.pipe(near)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.sync(() => {
        cut()
        server.close()
      })
  )
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hold: (hold) => {
      held = hold
    },
    delay: (ms) => {
      delayMs = ms
    },
    asked: () => asked,
    open: () => pairs.size
  }
  return line
})
