import { randomUUID } from "node:crypto"
import type { WebSocket } from "ws"
import { answer } from "../support/Answers.ts"
import { socketPeer } from "./SocketPeer.ts"

/** What a command costs at least: two sockets and a map between them. */
let robot: WebSocket
const waiting = new Map<string, (update: { readonly result: unknown }) => void>()

const facts = await socketPeer({
  "/bridge": (socket) => {
    robot = socket
    socket.on("message", (data: Buffer) => {
      const update = JSON.parse(data.toString())
      const reply = waiting.get(update.job_id)
      waiting.delete(update.job_id)
      reply?.(update)
    })
  },
  "/realtime": (socket) =>
    socket.on("message", (data: Buffer) => {
      const { message, params, request_id, slug, type } = JSON.parse(data.toString())
      const reply = (kind: string, job: unknown) =>
        socket.send(
          JSON.stringify({ type: "command_result", request_id, ok: true, job, kind, code: null, message: null })
        )
      if (type === "publish") {
        robot.send(JSON.stringify({ type: "publish", slug, message }))
        return reply("publisher", null)
      }
      const job_id = randomUUID()
      waiting.set(job_id, ({ result }) => reply("service", { id: job_id, slug, state: "succeeded", result }))
      robot.send(JSON.stringify({ type: "invoke", job_id, slug, params, patience_ms: 15_000 }))
    })
})
answer(facts, {})
