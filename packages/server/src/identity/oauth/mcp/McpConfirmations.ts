import { InteractionExpired, RateLimited } from "@fleet/domain/Errors"
import type { AppUserId } from "@fleet/domain/Ids"
import { Uuid } from "@fleet/domain/Wire"
import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import type { ConfirmationKey, McpCommand, McpConfirmation } from "./McpConfirmation.ts"
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
    /** Asks, or asks on where the same waits already; answers the id that the page of the question has. */
    readonly ask: (key: ConfirmationKey, command: McpCommand) => Effect.Effect<string, RateLimited>
    /** Spends a yes that was given on the page. */
    readonly takeApproved: (key: ConfirmationKey) => Effect.Effect<boolean>
    /** Spends a question that the person answered in the client itself. */
    readonly takeAnswered: (key: ConfirmationKey, id: string) => Effect.Effect<boolean>
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
          const known = yield* store.prolong(key, command, times)
          if (known !== null) return known
          if ((yield* store.waiting(key, times.now)) >= maxWaiting) {
            return yield* new RateLimited({ details: { retry_after_ms: Duration.toMillis(lifetime) } })
          }
          return yield* store.insert(key, command, times.expires)
        }),
        takeApproved: (key) => Effect.flatMap(now, (time) => store.take(key, time, null)),
        takeAnswered: (key, id) =>
          isUuid(id) ? Effect.flatMap(now, (time) => store.take(key, time, id)) : Effect.succeed(false),
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
