import { InteractionExpired, RateLimited } from "@fleet/domain/Errors"
import type { AppUserId } from "@fleet/domain/Ids"
import { Uuid } from "@fleet/domain/Wire"
import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import type { ConfirmationIds, ConfirmationKey, McpCommand, McpConfirmation } from "./McpConfirmation.ts"
import { McpConfirmationStore } from "./McpConfirmationStore.ts"

/** How long a person may take to decide, and how long their yes holds. */
const lifetime = Duration.seconds(60)

/** How many questions of one client may wait for a person. Asked at the same moment they may be a few more. */
const maxWaiting = 20

const isUuid = Schema.is(Schema.toType(Uuid))

/** Commands of clients that wait for a person's yes: for the same arguments, once, within a minute. */
export class McpConfirmations extends Context.Service<
  McpConfirmations,
  {
    /** Asks, or joins a question that waits already. A caller gets one of the two ids. */
    readonly ask: (key: ConfirmationKey, command: McpCommand) => Effect.Effect<ConfirmationIds, RateLimited>
    /** Spends a yes that was given on the page. */
    readonly takeApproved: (key: ConfirmationKey) => Effect.Effect<boolean>
    /** Spends a question that the person answered in the client itself, a yes or a no: neither can be answered again. */
    readonly takeAnswered: (key: ConfirmationKey, state: string) => Effect.Effect<boolean>
    /** A question of this person that waits. */
    readonly look: (id: string, person: AppUserId | null) => Effect.Effect<McpConfirmation, InteractionExpired>
    readonly decide: (
      id: string,
      person: AppUserId,
      decision: "approve" | "deny"
    ) => Effect.Effect<void, InteractionExpired>
  }
>()("@fleet/server/McpConfirmations") {
  static readonly layer = Layer.effect(
    McpConfirmations,
    Effect.gen(function* () {
      const store = yield* McpConfirmationStore
      const now = Effect.map(DateTime.now, DateTime.toDateUtc)
      const later = Effect.map(DateTime.now, (time) => DateTime.toDateUtc(DateTime.addDuration(time, lifetime)))

      const look = Effect.fn("McpConfirmations.look")(function* (id: string, person: AppUserId | null) {
        const found = isUuid(id) ? Option.getOrUndefined(yield* store.find(id)) : undefined
        const isOver =
          found === undefined ||
          found.decision !== null ||
          DateTime.isLessThanOrEqualTo(found.expires_at, yield* DateTime.now)
        if (isOver || (person !== null && found.app_user_id !== person)) return yield* new InteractionExpired()
        return found
      })

      return McpConfirmations.of({
        ask: Effect.fn("McpConfirmations.ask")(function* (key, command) {
          const times = { now: yield* now, expires: yield* later }
          const waiting = yield* store.waiting(key, times.now)
          if (!waiting.this && waiting.others >= maxWaiting) {
            return yield* new RateLimited({ details: { retry_after_ms: Duration.toMillis(lifetime) } })
          }
          return yield* store.ask(key, command, times)
        }),
        takeApproved: (key) => Effect.flatMap(now, (time) => store.takeApproved(key, time)),
        takeAnswered: (key, state) =>
          isUuid(state) ? Effect.flatMap(now, (time) => store.takeWaiting(key, time, state)) : Effect.succeed(false),
        look,
        decide: Effect.fn("McpConfirmations.decide")(function* (id, person, decision) {
          yield* look(id, person)
          const decided = yield* store.decide(id, decision, { now: yield* now, expires: yield* later })
          if (!decided) return yield* new InteractionExpired()
        })
      })
    })
  )
}
