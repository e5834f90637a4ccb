import { DateTime, Effect, Layer } from "effect"
import { every } from "../../../platform/schedule/every.ts"
import { activityLifetime } from "./ClientActivity.ts"
import { ClientActivityStore } from "./ClientActivityStore.ts"
import { registrationLifetime } from "./McpClients.ts"
import { McpClientStore } from "./McpClientStore.ts"
import { McpCodeStore } from "./McpCodeStore.ts"
import { McpConfirmationStore } from "./McpConfirmationStore.ts"
import { McpInteractionStore } from "./McpInteractionStore.ts"

/**
 * Deletes, every hour, interactions that are over, clients that were not used for 90 days, and what clients asked for that
 * were not seen for 30. Spent codes are kept for a day: used again, they end their session.
 */
export const McpSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const interactions = yield* McpInteractionStore
    const codes = yield* McpCodeStore
    const clients = yield* McpClientStore
    const confirmations = yield* McpConfirmationStore
    const activity = yield* ClientActivityStore
    const swept = Effect.gen(function* () {
      const now = yield* DateTime.now
      yield* interactions.deleteBefore(DateTime.toDateUtc(now))
      yield* confirmations.deleteBefore(DateTime.toDateUtc(now))
      yield* codes.deleteBefore(DateTime.toDateUtc(DateTime.subtract(now, { days: 1 })))
      yield* activity.deleteBefore(DateTime.toDateUtc(DateTime.subtractDuration(now, activityLifetime)))
      yield* clients.deleteUnused(DateTime.toDateUtc(DateTime.subtractDuration(now, registrationLifetime)))
    })
    yield* every("1 hour", "old MCP clients and interactions could not be deleted", swept)
  })
)
