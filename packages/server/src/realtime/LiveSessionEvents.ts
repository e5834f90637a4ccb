import { Effect } from "effect"
import type { Caller } from "@fleet/domain/Caller"
import type { OrgId } from "@fleet/domain/Ids"
import { Bus } from "../platform/bus/Bus.ts"
import type { OrgMessageOf } from "../platform/bus/OrgMessages.ts"
import type { ClientSocket } from "./ClientSocket.ts"

const keyOf = (kind: Caller["kind"], id: string) => `${kind} ${id}`

/** The sockets of one org, by their callers. */
interface Listening {
  readonly sockets: Map<string, Set<ClientSocket>>
  readonly stop: () => void
}

/** Tells the sockets of a live session's holder that it ended. */
export const makeLiveSessionEvents = Effect.gen(function* () {
  const bus = yield* Bus
  const orgs = new Map<OrgId, Listening>()

  const tell = (sockets: Iterable<ClientSocket>, ended: OrgMessageOf<"live_session_ended">) => {
    const { detail, endedAtMs, reason, robotId, sessionId, slug } = ended
    for (const socket of sockets) {
      if (socket.expired) continue
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
  }

  const listen = (orgId: OrgId): Listening => {
    const sockets = new Map<string, Set<ClientSocket>>()
    const stop = bus.followOrg(orgId, "live_session_ended", (ended) =>
      tell(sockets.get(keyOf(ended.callerKind, ended.callerId)) ?? [], ended)
    )
    const listening = { sockets, stop }
    orgs.set(orgId, listening)
    return listening
  }

  return {
    join: ({ id, kind, orgId }: Caller, socket: ClientSocket) => {
      const { sockets } = orgs.get(orgId) ?? listen(orgId)
      const key = keyOf(kind, id)
      const own = sockets.get(key)
      if (own === undefined) sockets.set(key, new Set([socket]))
      else own.add(socket)
    },
    leave: ({ id, kind, orgId }: Caller, socket: ClientSocket) => {
      const org = orgs.get(orgId)
      const own = org?.sockets.get(keyOf(kind, id))
      if (org === undefined || own === undefined || !own.delete(socket) || own.size > 0) return
      org.sockets.delete(keyOf(kind, id))
      if (org.sockets.size > 0) return
      org.stop()
      orgs.delete(orgId)
    },
    /** Orgs with sockets. */
    size: () => orgs.size
  }
})
