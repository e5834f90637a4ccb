import { Api } from "@fleet/domain/api/Api"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PlanChanges } from "./PlanChanges.ts"

export const PlanChangesHttp = HttpApiBuilder.group(
  Api,
  "planChange",
  Effect.fnUntraced(function* (handlers) {
    const changes = yield* PlanChanges
    return handlers.handleAll({
      choose: Effect.fnUntraced(function* ({ payload }) {
        return yield* changes.choose(yield* CurrentDeveloper, payload)
      }),
      withdraw: Effect.fnUntraced(function* () {
        yield* changes.withdraw(yield* CurrentDeveloper)
      })
    })
  })
)
