import { Api } from "@fleet/domain/api/Api"
import { InternalError, NotFound } from "@fleet/domain/Errors"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AttemptStore } from "./AttemptStore.ts"
import { Payments } from "./Payments.ts"
import { PaymentProvider } from "./PaymentProvider.ts"
import { WebhookMarks } from "./WebhookMarks.ts"

const paymentId = /^tr_[A-Za-z0-9]{6,64}$/

/** Reconciles the payment that the provider names: one that is known, or whose query is genuine. Others are not looked at. */
export const BillingWebhookHttp = HttpApiBuilder.group(
  Api,
  "billingWebhook",
  Effect.fnUntraced(function* (handlers) {
    const attempts = yield* AttemptStore
    const marks = yield* WebhookMarks
    const payments = yield* Payments
    const provider = yield* PaymentProvider

    const done = HttpServerResponse.empty({ status: 200 })

    const attemptOf = Effect.fnUntraced(function* (id: string, url: string) {
      const known = yield* attempts.byProvider(id)
      if (Option.isSome(known)) return known
      const mark = new URL(url, "http://localhost").searchParams.get("attempt")
      const attempt = mark === null ? Option.none<string>() : marks.read(mark)
      return Option.isNone(attempt) ? Option.none() : yield* attempts.find(attempt.value)
    })

    return handlers.handleRaw(
      "notify",
      Effect.fnUntraced(function* ({ params, request }) {
        if (params.provider !== "mollie") return yield* new NotFound()
        const body = yield* Effect.orElseSucceed(request.text, () => "")
        const id = new URLSearchParams(body).get("id")
        if (id === null || !paymentId.test(id) || !provider.configured) return done
        const attempt = Option.getOrNull(yield* attemptOf(id, request.url))
        if (attempt === null) return done
        const asked = attempt.provider_id === null ? { ...attempt, provider_id: id } : attempt
        yield* Effect.mapError(payments.look(asked), () => new InternalError())
        return done
      })
    )
  })
)
