import { Deferred, Effect, type Scope } from "effect"
import { type AddressInfo, createServer, type Server } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"

/** A WebSocket server that says whatever the test wants; it ends with the scope. */
export const rawServer = (greet: (socket: WebSocket) => void): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<WebSocketServer>((resume) => {
      const server = new WebSocketServer({ port: 0, host: "127.0.0.1" })
      server.on("connection", greet)
      server.on("listening", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        for (const socket of server.clients) socket.terminate()
        server.close()
      })
  ).pipe(Effect.map((server) => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** A server that takes connections and says nothing; `asked` ends when the first came. */
export const silentServer = Effect.gen(function* () {
  const asked = yield* Deferred.make<void>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer(() => Deferred.doneUnsafe(asked, Effect.void))
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  )
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: Deferred.await(asked) }
})
