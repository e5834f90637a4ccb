import { createServer, type Server } from "node:http"
import { type AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"

/** Connections that may wait to be accepted: as many as our service asks for. */
const backlog = 4096

/** A WebSocket server per path, as bare as `ws` has it, on one port. A socket's topic is in its address as `?topic=`. */
export const socketPeer = async (
  paths: Readonly<Record<string, (socket: WebSocket, topic: string) => void>>,
  server: Server = createServer()
): Promise<{ readonly url: string }> => {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
  server.on("upgrade", (request, socket, head) => {
    const [path, topic = ""] = (request.url ?? "").split("?topic=")
    const open = paths[path!]
    if (open !== undefined) sockets.handleUpgrade(request, socket, head, (webSocket) => open(webSocket, topic))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", backlog, resolve))
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
