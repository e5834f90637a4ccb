import { Api } from "@fleet/domain/api/Api"
import { CurrentTarget } from "@fleet/domain/api/CommandScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LiveNode } from "./LiveRpc.ts"

export const LiveHttp = HttpApiBuilder.group(
  Api,
  "live",
  Effect.fnUntraced(function* (handlers) {
    const live = yield* LiveNode
    return handlers.handleAll({
      start: Effect.fnUntraced(function* () {
        const { orgId, robotId, robotName, slug } = yield* CurrentTarget
        return yield* live.start({ caller: yield* CurrentCaller, orgId, robotId, robotName, slug })
      }),
      end: Effect.fnUntraced(function* ({ query }) {
        const { robotId, slug } = yield* CurrentTarget
        yield* live.release({ caller: yield* CurrentCaller, robotId, slug, id: query.session_id ?? null })
      })
    })
  })
)
