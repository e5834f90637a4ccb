import { createServer, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"

/** A WebSocket server per path, as bare as `ws` has it, on one port. */
export const socketPeer = async (
  paths: Readonly<Record<string, (socket: WebSocket) => void>>,
  server: Server = createServer()
): Promise<{ readonly url: string }> => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
  server.on("upgrade", (request, socket, head) => {
    const open = paths[request.url ?? ""]
    if (open !== undefined) sockets.handleUpgrade(request, socket, head, open)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 2048, resolve))
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
