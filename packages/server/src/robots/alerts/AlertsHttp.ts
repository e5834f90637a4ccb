import { Api } from "@fleet/domain/api/Api"
import { CurrentRobot } from "@fleet/domain/api/RobotScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AlertPreviews } from "./AlertPreviews.ts"
import { Alerts } from "./Alerts.ts"

export const AlertsHttp = HttpApiBuilder.group(
  Api,
  "alerts",
  Effect.fnUntraced(function* (handlers) {
    const alerts = yield* Alerts
    const previews = yield* AlertPreviews
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        return { alerts: yield* alerts.list(yield* CurrentRobot) }
      }),
      history: Effect.fnUntraced(function* ({ query }) {
        return yield* alerts.history(yield* CurrentDeveloper, yield* CurrentRobot, query)
      }),
      preview: Effect.fnUntraced(function* ({ payload }) {
        return yield* previews.run(yield* CurrentDeveloper, yield* CurrentRobot, payload)
      }),
      orgAlerts: Effect.fnUntraced(function* ({ query }) {
        return yield* alerts.ofOrg(yield* CurrentDeveloper, query)
      })
    })
  })
)
