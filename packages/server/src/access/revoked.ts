import type { Caller } from "@fleet/domain/Caller"
import type { Fact } from "../platform/bus/Facts.ts"

/** Whose a socket, a stream or a live session is. */
export interface Bearer {
  readonly kind: Caller["kind"]
  readonly id: string
  /** Null for a server key, which signs in never. */
  readonly sessionId: string | null
}

export const bearerOf = (caller: Caller): Bearer => ({
  kind: caller.kind,
  id: caller.id,
  sessionId: caller.kind === "server_key" ? null : caller.sessionId
})

/**
 * Whom a fact ends: whatever these bearers hold open ends at once, without another look at the database. Null for a fact
 * that ends no credential; what it changes is decided anew for each.
 */
export const revokedBy = (fact: Fact): ((bearer: Bearer) => boolean) | null => {
  switch (fact.type) {
    case "session_ended":
      return ({ sessionId }) => sessionId === fact.sessionId
    case "callers_ended": {
      const ids = new Set(fact.ids)
      return ({ id, kind }) => kind === fact.kind && ids.has(id)
    }
    default:
      return null
  }
}
