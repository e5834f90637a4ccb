import { Api } from "@fleet/domain/api/Api"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Orgs } from "./Orgs.ts"
import { Plans } from "../plans/Plans.ts"
import { QuotaUsage } from "./QuotaUsage.ts"

export const OrgHttp = HttpApiBuilder.group(
  Api,
  "org",
  Effect.fnUntraced(function* (handlers) {
    const orgs = yield* Orgs
    const usage = yield* QuotaUsage
    const plans = yield* Plans
    return handlers.handleAll({
      update: Effect.fnUntraced(function* ({ payload }) {
        return { org: yield* orgs.update(yield* CurrentDeveloper, payload) }
      }),
      plan: Effect.fnUntraced(function* () {
        return yield* plans.describe((yield* CurrentDeveloper).orgId)
      }),
      quotas: Effect.fnUntraced(function* () {
        return yield* usage.of((yield* CurrentDeveloper).orgId)
      })
    })
  })
)
