import { CurrentAppUser, EnrollingUser } from "@fleet/domain/api/Access"
import { Api } from "@fleet/domain/api/Api"
import { Unauthorized } from "@fleet/domain/Errors"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Settings } from "../../../platform/settings/Settings.ts"
import { requestAddress } from "../../../platform/http/callerAddress.ts"
import { ClientTwoFactor, type Enroller } from "./ClientTwoFactor.ts"

export const ClientTwoFactorHttp = HttpApiBuilder.group(
  Api,
  "clientTwoFactor",
  Effect.fnUntraced(function* (handlers) {
    const factors = yield* ClientTwoFactor
    const { trustedProxies } = yield* Settings

    const addressOf = (request: HttpServerRequest.HttpServerRequest) => requestAddress(request, trustedProxies)

    const enroller = Effect.fnUntraced(function* (challenge: string | undefined) {
      if (challenge !== undefined) return { challenge } satisfies Enroller
      const user = yield* EnrollingUser
      if (user === null) return yield* new Unauthorized()
      return { user } satisfies Enroller
    })

    return handlers.handleAll({
      verify: ({ payload, request }) => factors.verify(payload, addressOf(request)),
      setup: Effect.fnUntraced(function* ({ payload, request }) {
        return yield* factors.setup(yield* enroller(payload?.challenge), addressOf(request))
      }),
      confirm: Effect.fnUntraced(function* ({ payload, request }) {
        return yield* factors.confirm(yield* enroller(payload.challenge), payload.code, addressOf(request))
      }),
      remove: Effect.fnUntraced(function* ({ payload }) {
        yield* factors.remove(yield* CurrentAppUser, payload.code)
      })
    })
  })
)
