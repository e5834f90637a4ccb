import { Api } from "@fleet/domain/api/Api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Waitlist } from "./Waitlist.ts"

export const WaitlistHttp = HttpApiBuilder.group(
  Api,
  "waitlist",
  Effect.fnUntraced(function* (handlers) {
    const waitlist = yield* Waitlist
    return handlers.handleAll({ join: ({ payload }) => waitlist.join(payload.email) })
  })
)
