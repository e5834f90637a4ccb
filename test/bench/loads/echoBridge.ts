import { answer } from "../support/Answers.ts"
import { RawWebSocket } from "../support/RawWebSocket.ts"
import type { OurFacts, PeerFacts } from "../servers/facts.ts"
import { bridge } from "./dialects.ts"

/** A robot that does at once whatever it is asked. */
const echo = (socket: RawWebSocket) => {
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

answer(
  {},
  {
    ours: async (facts: OurFacts) => echo(await bridge(facts)),
    relay: async ({ url }: PeerFacts) => echo(await RawWebSocket.open(`${url}/bridge`))
  }
)
