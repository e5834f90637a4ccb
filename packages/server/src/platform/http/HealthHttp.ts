import { Api } from "@fleet/domain/api/Api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DatabaseHealth } from "../sql/DatabaseHealth.ts"
import { EventLoop } from "../telemetry/EventLoop.ts"
import { version } from "../version.ts"

export const HealthHttp = HttpApiBuilder.group(
  Api,
  "health",
  Effect.fnUntraced(function* (handlers) {
    const database = yield* DatabaseHealth
    const keepsUp = yield* yield* EventLoop
    return handlers.handleAll({
      healthz: () => Effect.succeed({ ok: true as const, version }),
      readyz: () =>
        Effect.map(database.answers, (answers) => {
          const event_loop = keepsUp()
          return { ok: answers && event_loop, dependencies: { database: answers, event_loop } }
        })
    })
  })
)
