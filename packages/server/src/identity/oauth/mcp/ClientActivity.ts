import type { AppId } from "@fleet/domain/Ids"
import type { McpRequestKind } from "@fleet/domain/McpDoctor"
import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { makeWriteBehind } from "../../../platform/sql/makeWriteBehind.ts"
import { type ActivityRow, ClientActivityStore } from "./ClientActivityStore.ts"
import { WaitingActivity } from "./WaitingActivity.ts"

export type { ActivityRow }

/** How long activity is kept after the client was last seen. */
export const activityLifetime = Duration.days(30)

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
      const waiting = new WaitingActivity()
      let lost = 0
      const tellLost = Effect.suspend(() => {
        if (lost === 0) return Effect.void
        const count = lost
        lost = 0
        return Effect.logWarning("what MCP clients asked for was lost, since too much waits", { lost: count })
      })
      // To write it twice changes nothing.
      const { flush } = yield* makeWriteBehind({
        name: "what MCP clients asked for",
        when: { every: "10 seconds" },
        atOnce: Infinity,
        queue: {
          get size() {
            return waiting.size
          },
          take: () => waiting.take(),
          giveBack: (taken: ReturnType<WaitingActivity["take"]>) => void (lost += waiting.takeBack(taken))
        },
        write: (taken) => Effect.ensuring(store.write(taken), tellLost)
      })

      return ClientActivity.of({
        note: Effect.fnUntraced(function* ({ appId, clientId, clientName, detail, kind, ok, proven, userAgent }) {
          const program = short(userAgent, 200)
          const at = DateTime.formatIso(yield* DateTime.now)
          waiting.add({
            app_id: appId,
            key: keyOf(clientId, program),
            client_id: clientId,
            client_name: short(clientName ?? null, 200),
            user_agent: program,
            requests: { [kind]: { at, ok, detail: short(detail, 300) } },
            seen_at: at,
            proven: proven || clientId === null
          })
        }),
        list: Effect.fn("ClientActivity.list")(function* (appId) {
          yield* flush
          return yield* store.list(appId)
        }),
        size: Effect.sync(() => waiting.size)
      })
    })
  )
}
