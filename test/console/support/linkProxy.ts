import { Effect } from "effect"
import { createServer, request } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

/** The network between a browser and everything else. */
export interface Link {
  /** For the browser's `proxy` option. */
  readonly server: string
  /** Closes what is open, and refuses the rest until `mend`. */
  readonly cut: () => void
  /** Passes nothing on any more, and closes nothing: a network that is gone without a word. */
  readonly freeze: () => void
  readonly mend: () => void
}

/** A proxy on a free port that a browser's whole traffic goes through, so that its address of the service stays. */
export const startLink = Effect.acquireRelease(
  Effect.promise(async () => {
    const sockets = new Set<Socket>()
    let state: "whole" | "cut" | "frozen" = "whole"
    const keep = (socket: Socket) => {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => sockets.delete(socket))
    }
    const server = createServer((incoming, answer) => {
      if (state === "frozen") return undefined
      const { headers, method, url = "" } = incoming
      const { hostname, pathname, port, search } = new URL(url)
      const upstream = request({ hostname, port, method, headers, path: pathname + search }, (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers)
        found.pipe(answer)
      })
      upstream.on("error", () => answer.destroy())
      answer.on("close", () => upstream.destroy())
      return incoming.pipe(upstream)
    })
    server.on("connection", (client: Socket) => {
      if (state === "cut") return client.destroy()
      return keep(client)
    })
    server.on("connect", ({ url = "" }, client: Socket, head: Buffer) => {
      if (state === "frozen") return undefined
      const [hostname = "", port] = url.split(":")
      const onward = connect(Number(port), hostname, () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n")
        onward.write(head)
        client.pipe(onward).pipe(client)
      })
      keep(onward)
      onward.on("close", () => client.destroy())
      return client.on("close", () => onward.destroy())
    })
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
    const end = () => {
      for (const socket of sockets) socket.destroy()
    }
    const link: Link = {
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      cut: () => {
        state = "cut"
        end()
      },
      freeze: () => {
        state = "frozen"
        for (const socket of sockets) {
          socket.unpipe()
          socket.pause()
        }
      },
      // What was frozen is lost: its ends learn of it when they send.
      mend: () => {
        if (state === "frozen") end()
        state = "whole"
      }
    }
    return {
      link,
      close: () => {
        end()
        server.close()
      }
    }
  }),
  ({ close }) => Effect.sync(close)
).pipe(Effect.map(({ link }) => link))
