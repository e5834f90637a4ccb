import { createServer } from "node:http"
import { Server } from "socket.io"
import { answer } from "../support/Answers.ts"
import { socketPeer } from "./SocketPeer.ts"

/** socket.io: emit to everybody. */
const server = createServer()
const broadcast = new Server({ transports: ["websocket"], perMessageDeflate: false, pingInterval: 600_000 })
const facts = await socketPeer(
  {
    "/publish": (publisher) =>
      publisher.on("message", (data: Buffer) => broadcast.emit("m", JSON.parse(data.toString())))
  },
  server
)
broadcast.attach(server, { destroyUpgrade: false })
answer(facts, {})
