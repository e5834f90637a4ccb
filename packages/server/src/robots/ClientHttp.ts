import { Api } from "@fleet/domain/api/Api"
import { CurrentCaller } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ClientRobots } from "./ClientRobots.ts"
import { answerRobots } from "./RobotListsHttp.ts"

export const ClientHttp = HttpApiBuilder.group(
  Api,
  "client",
  Effect.fnUntraced(function* (handlers) {
    const robots = yield* ClientRobots
    return handlers.handleAll({
      robots: Effect.fnUntraced(function* () {
        return answerRobots(yield* robots.list(yield* CurrentCaller))
      })
    })
  })
)
