import { randomUUID } from "node:crypto"
import type { WebSocket } from "ws"
import { answer } from "../support/Answers.ts"
import { prove, proveBridge } from "./credentials.ts"
import { socketPeer } from "./SocketPeer.ts"

/**
 * `ws` and postgres.js: an upgrade whose first frame is checked as our service checks it, by one query; nothing else is
 * read or written. What a client then invokes is handed to the robot's bridge and back.
 */
const bridges = new Map<string, WebSocket>()
const waiting = new Map<string, (result: unknown) => void>()

const facts = await socketPeer({
  "/realtime": (socket) => {
    let known = false
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString())
      if (!known) {
        return void prove(frame.token).then((proven) => {
          known = proven !== null
          socket.send(JSON.stringify({ type: known ? "auth_ok" : "auth_error" }))
        })
      }
      const { request_id, robot_id, slug } = frame
      const bridge = bridges.get(robot_id)
      if (bridge === undefined) return socket.send(JSON.stringify({ type: "command_result", request_id, ok: false }))
      const job_id = randomUUID()
      waiting.set(job_id, (result) =>
        socket.send(JSON.stringify({ type: "command_result", request_id, ok: true, job: { id: job_id, result } }))
      )
      bridge.send(JSON.stringify({ type: "invoke", job_id, slug, params: {}, patience_ms: 15_000 }))
    })
  },
  "/bridge": (socket) => {
    let known = false
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString())
      if (!known) {
        return void proveBridge(frame.token).then((robot) => {
          if (robot === null) return socket.send(`{"type":"hello_error"}`)
          known = true
          bridges.set(robot.id, socket)
          socket.send(`{"type":"hello_ok"}`)
          socket.send(`{"type":"config","version":0,"doc":{"platform":1}}`)
        })
      }
      const reply = waiting.get(frame.job_id)
      waiting.delete(frame.job_id)
      reply?.(frame.result)
    })
  }
})
answer(facts, {})
