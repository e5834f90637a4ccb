import { Effect, type Scope } from "effect"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

/** A way to a server that can be cut: what is open ends, and what is new is refused, until it is mended. */
export const cuttable = (
  url: string
): Effect.Effect<{ readonly url: string; readonly cut: () => void; readonly mend: () => void }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    let isCut = false
    const { hostname, port } = new URL(url)
    const hold = (socket: Socket) => {
      sockets.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => sockets.delete(socket))
    }
    const server = yield* Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const made = createServer((near) => {
          hold(near)
          if (isCut) return near.destroy()
          const far = connect(Number(port), hostname)
          hold(far)
          near.pipe(far).pipe(near)
          near.on("close", () => far.destroy())
          far.on("close", () => near.destroy())
        })
        made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
      }),
      (made) =>
        Effect.callback<void>((resume) => {
          for (const socket of sockets) socket.destroy()
          made.close(() => resume(Effect.void))
        })
    )
    return {
      url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
      cut: () => {
        isCut = true
        for (const socket of sockets) socket.destroy()
      },
      mend: () => {
        isCut = false
      }
    }
  })
