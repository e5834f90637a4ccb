import type { AppId } from "@fleet/domain/Ids"
import type { McpRequestKind } from "@fleet/domain/McpDoctor"
import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { every } from "../../../platform/schedule/sweep.ts"
import { type ActivityRow, ClientActivityStore, type NewActivity } from "./ClientActivityStore.ts"

export type { ActivityRow }

/** How long activity is kept after the client was last seen. */
export const activityLifetime = Duration.days(30)

/** How many clients wait to be written, of one app and of all; what comes beyond is not noted. */
export const mostWaiting = { ofApp: 100, all: 10_000 }

/** A request of a client, without anything secret. */
export interface Noted {
  readonly appId: AppId
  /** Null where the request names no client, or none that is known. */
  readonly clientId: string | null
  readonly clientName?: string | null
  /** Null where a browser sent it. */
  readonly userAgent: string | null
  readonly kind: McpRequestKind
  readonly ok: boolean
  readonly detail: string | null
  /** Whether the client was found or proven, so that it may be listed by this id; else it must have been before. */
  readonly proven: boolean
}

const short = (text: string | null, most: number) => {
  const cut = Array.from(text ?? "")
    .slice(0, most)
    .join("")
    .trim()
  return cut === "" ? null : cut
}

const keyOf = (clientId: string | null, userAgent: string | null) =>
  createHash("sha256")
    .update(clientId === null ? `program ${userAgent ?? ""}` : `client ${clientId}`)
    .digest("base64url")

/** What clients of apps' endpoints asked for last. It is written behind, so that a call waits for nothing. */
export class ClientActivity extends Context.Service<
  ClientActivity,
  {
    readonly note: (noted: Noted) => Effect.Effect<void>
    /** Of an app, seen last first, with what was noted in this process until now. */
    readonly list: (appId: AppId) => Effect.Effect<ReadonlyArray<ActivityRow>>
    /** How many clients wait to be written. */
    readonly size: Effect.Effect<number>
  }
>()("@fleet/server/ClientActivity") {
  static readonly layer = Layer.effect(
    ClientActivity,
    Effect.gen(function* () {
      const store = yield* ClientActivityStore
      const waiting = new Map<AppId, Map<string, NewActivity>>()
      let count = 0

      const write = Effect.gen(function* () {
        if (count === 0) return
        const taken = [...waiting.values()].flatMap((clients) => [...clients.values()])
        waiting.clear()
        count = 0
        yield* store.write(taken)
      })
      yield* every("10 seconds", "what MCP clients asked for could not be written", write)
      yield* Effect.addFinalizer(() => Effect.ignoreCause(write))

      return ClientActivity.of({
        note: Effect.fnUntraced(function* ({ appId, clientId, clientName, detail, kind, ok, proven, userAgent }) {
          const program = short(userAgent, 200)
          const key = keyOf(clientId, program)
          const clients = waiting.get(appId) ?? new Map<string, NewActivity>()
          const before = clients.get(key)
          if (before === undefined && (clients.size >= mostWaiting.ofApp || count >= mostWaiting.all)) return
          if (before === undefined) count++
          const at = DateTime.formatIso(yield* DateTime.now)
          waiting.set(appId, clients)
          clients.set(key, {
            app_id: appId,
            key,
            client_id: clientId,
            client_name: short(clientName ?? null, 200) ?? before?.client_name ?? null,
            user_agent: program ?? before?.user_agent ?? null,
            requests: { ...before?.requests, [kind]: { at, ok, detail: short(detail, 300) } },
            seen_at: at,
            proven: proven || clientId === null || before?.proven === true
          })
        }),
        list: Effect.fn("ClientActivity.list")(function* (appId) {
          yield* write
          return yield* store.list(appId)
        }),
        size: Effect.sync(() => count)
      })
    })
  )
}
