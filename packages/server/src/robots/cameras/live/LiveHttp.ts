import { Api } from "@fleet/domain/api/Api"
import { CurrentTarget } from "@fleet/domain/api/CommandScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LiveSessions } from "./LiveSessions.ts"

export const LiveHttp = HttpApiBuilder.group(
  Api,
  "live",
  Effect.fnUntraced(function* (handlers) {
    const live = yield* LiveSessions
    return handlers.handleAll({
      start: Effect.fnUntraced(function* () {
        return yield* live.start(yield* CurrentCaller, yield* CurrentTarget)
      }),
      end: Effect.fnUntraced(function* ({ query }) {
        yield* live.release(yield* CurrentCaller, yield* CurrentTarget, query.session_id ?? null)
      })
    })
  })
)
