import { Api } from "@fleet/domain/api/Api"
import { CurrentRobot } from "@fleet/domain/api/RobotScope"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Introspections } from "./Introspections.ts"

export const IntrospectionHttp = HttpApiBuilder.group(
  Api,
  "introspection",
  Effect.fnUntraced(function* (handlers) {
    const introspections = yield* Introspections
    return handlers.handleAll({
      get: Effect.fnUntraced(function* () {
        return yield* introspections.get((yield* CurrentRobot).id)
      }),
      refresh: Effect.fnUntraced(function* () {
        return yield* introspections.refresh((yield* CurrentRobot).id)
      }),
      types: Effect.fnUntraced(function* () {
        return { types: yield* introspections.types((yield* CurrentRobot).id) }
      }),
      fetchTypes: Effect.fnUntraced(function* ({ payload }) {
        return yield* introspections.fetchTypes((yield* CurrentRobot).id, payload.type_names)
      })
    })
  })
)
