import { Api } from "@fleet/domain/api/Api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DatabaseHealth } from "../sql/DatabaseHealth.ts"
import { version } from "../version.ts"

export const HealthHttp = HttpApiBuilder.group(
  Api,
  "health",
  Effect.fnUntraced(function* (handlers) {
    const database = yield* DatabaseHealth
    return handlers.handleAll({
      healthz: () => Effect.succeed({ ok: true as const, version }),
      readyz: () => Effect.map(database.answers, (ok) => ({ ok, dependencies: { database: ok } }))
    })
  })
)
