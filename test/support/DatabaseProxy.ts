import { Effect } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { databaseOn } from "./Temporary.ts"

/** Says of bytes on their way whether the connection is cut instead of passing them on. */
type Cut = (bytes: Buffer) => boolean

/** Stands between a service and its Postgres, to break what is between them. */
export interface DatabaseProxy {
  /** The database's address through the proxy. */
  readonly url: string
  /** Cuts a connection, once, in place of passing on what holds this text. */
  readonly cutAsking: (text: string) => void
  readonly cutAnswering: (text: string) => void
  /** Lets no new connection through, or does again; answers how many were turned away since. */
  readonly close: () => () => number
  readonly open: () => void
  /** Cuts the connections that stand, and lets no new one through until `open`. */
  readonly stop: () => void
  /** From now on nothing passes on the connections that stand, and nobody is told; new ones work. */
  readonly silence: () => void
  /** The parameters with which each session began, by name. */
  readonly starts: ReadonlyArray<Readonly<Record<string, string>>>
}

const once = (text: string): { cuts: Cut } => {
  const cut = { cuts: (bytes: Buffer) => bytes.includes(text) && ((cut.cuts = never), true) }
  return cut
}
const never: Cut = () => false

/** The names and values of a start message of protocol 3.0; null for a request to cancel a statement. */
const parametersOf = (message: Buffer): Record<string, string> | null => {
  if (message.readInt32BE(4) !== 0x30000) return null
  const texts = message.toString("utf8", 8, message.readInt32BE(0)).split("\0")
  return Object.fromEntries(texts.flatMap((name, at) => (at % 2 === 0 && name !== "" ? [[name, texts[at + 1]!]] : [])))
}

/** A proxy before the server of an address. */
export const databaseProxy = Effect.fnUntraced(function* (address: string) {
  const target = new URL(address)
  const ends = new Set<() => void>()
  const lines = new Set<{ silent: boolean }>()
  let asking = { cuts: never }
  let answering = { cuts: never }
  let isClosed = false
  let turnedAway = 0
  const starts: Array<Record<string, string>> = []

  const serve = (client: Socket) => {
    if (isClosed) {
      turnedAway++
      return void client.destroy()
    }
    const server = connect(Number(target.port || 5432), target.hostname)
    const line = { silent: false }
    lines.add(line)
    const end = () => {
      ends.delete(end)
      client.destroy()
      server.destroy()
    }
    ends.add(end)
    const pass = (from: Socket, to: Socket, side: () => { cuts: Cut }) => {
      from.on("data", (bytes: Buffer) => {
        if (line.silent) return
        if (side().cuts(bytes)) end()
        else to.write(bytes)
      })
      from.on("error", () => undefined)
      from.on("close", () => {
        if (!line.silent) end()
      })
    }
    client.once("data", (first: Buffer) => {
      const parameters = parametersOf(first)
      if (parameters !== null) starts.push(parameters)
    })
    pass(client, server, () => asking)
    pass(server, client, () => answering)
  }

  const listener = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const listener = createServer(serve)
      listener.listen(0, "127.0.0.1", () => resume(Effect.succeed(listener)))
    }),
    (listener) =>
      Effect.sync(() => {
        listener.close()
        for (const end of ends) end()
      })
  )
  const url = new URL(databaseOn(address, target.pathname.slice(1)))
  url.hostname = "127.0.0.1"
  url.port = String((listener.address() as AddressInfo).port)

  return {
    url: url.href,
    cutAsking: (text) => {
      asking = once(text)
    },
    cutAnswering: (text) => {
      answering = once(text)
    },
    close: () => {
      isClosed = true
      turnedAway = 0
      return () => turnedAway
    },
    open: () => {
      isClosed = false
    },
    starts,
    stop: () => {
      isClosed = true
      for (const end of ends) end()
    },
    silence: () => {
      for (const line of lines) line.silent = true
    }
  } satisfies DatabaseProxy as DatabaseProxy
})
