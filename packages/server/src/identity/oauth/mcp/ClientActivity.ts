import type { AppId } from "@fleet/domain/Ids"
import type { McpRequestKind } from "@fleet/domain/McpDoctor"
import { Context, DateTime, Duration, Effect, Exit, Layer, Semaphore } from "effect"
import { createHash } from "node:crypto"
import { every } from "../../../platform/schedule/sweep.ts"
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
      const turns = yield* Semaphore.make(1)

      const takeBack = Effect.fnUntraced(function* (taken: Parameters<WaitingActivity["takeBack"]>[0]) {
        const lost = waiting.takeBack(taken)
        if (lost > 0) yield* Effect.logWarning("what MCP clients asked for was lost, since too much waits", { lost })
      })
      // One at a time: who comes while a write is under way goes on when that has ended, and finds what it wrote. What a
      // failed or interrupted write took waits again: to write it twice changes nothing.
      const write = Effect.acquireUseRelease(
        Effect.sync(() => waiting.take()),
        (taken) => (taken.length === 0 ? Effect.void : store.write(taken)),
        (taken, exit) => (Exit.isSuccess(exit) ? Effect.void : takeBack(taken))
      ).pipe(turns.withPermit)
      yield* every("10 seconds", "what MCP clients asked for could not be written", write)
      yield* Effect.addFinalizer(() => Effect.ignoreCause(write))

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
          yield* write
          return yield* store.list(appId)
        }),
        size: Effect.sync(() => waiting.size)
      })
    })
  )
}
