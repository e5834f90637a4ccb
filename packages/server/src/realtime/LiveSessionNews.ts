import { Effect } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { RealtimeSession } from "./RealtimeSession.ts"

/** Tells the sockets of a live session's holder that it ended. */
export const makeLiveSessionNews = Effect.fnUntraced(function* (sockets: Iterable<RealtimeSession>) {
  const bus = yield* Bus
  yield* bus.onFact((fact) => {
    if (fact.type !== "live_session_ended") return
    const { callerId, callerKind, detail, endedAtMs, reason, robotId, sessionId, slug } = fact
    for (const socket of sockets) {
      const caller = socket.identity?.caller
      if (caller?.kind !== callerKind || caller.id !== callerId || socket.expired) continue
      socket.send({
        type: "live_session",
        robot_id: robotId,
        slug,
        session_id: sessionId,
        state: "ended",
        reason,
        detail,
        ended_at_ms: endedAtMs
      })
    }
  })
})
