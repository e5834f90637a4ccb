import type { RawWebSocket } from "../support/RawWebSocket.ts"

/** A robot that does at once whatever it is asked. */
export const echo = (socket: RawWebSocket) => {
  const before = socket.onMessage
  socket.onMessage = (data, from, to) => {
    const text = data.toString("utf8", from, to)
    if (!text.startsWith(`{"type":"invoke"`)) return before(data, from, to)
    const { job_id, slug } = JSON.parse(text)
    socket.send(
      JSON.stringify({
        type: "job_update",
        job_id,
        slug,
        state: "succeeded",
        origin: "platform",
        goal_id: null,
        feedback: null,
        progress: null,
        result: { success: true, message: "" },
        error: null,
        timestamp_ms: Date.now()
      })
    )
  }
}
