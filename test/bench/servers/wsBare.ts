import { answer } from "../support/Answers.ts"
import { socketPeer } from "./SocketPeer.ts"

/** Bare `ws`: the first frame is answered as if it proved somebody, and nothing is looked at. */
const facts = await socketPeer({
  "/realtime": (socket) => socket.on("message", () => socket.send(`{"type":"auth_ok"}`))
})
answer(facts, {})
