import { Context, Data, Duration, Effect, Layer, Option, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { Settings } from "../../platform/settings/Settings.ts"
import { MollieChargebacks, MollieCustomer, MollieMandate, MollieMethods } from "./mollieRecords.ts"
import { MolliePayment, MolliePayments, MollieRefund } from "./mollieRecords.ts"

/**
 * Why the provider did not do what was asked. `rejected`: it refuses this and will refuse it again, `field` and `detail`
 * are its words. `gone`: it does not know it, or not any more. `unavailable`: it may do it later; `status` is null where
 * there was no answer, or none that can be read.
 */
export class MollieFault extends Data.TaggedError("MollieFault")<{
  readonly kind: "rejected" | "gone" | "unavailable"
  readonly status: number | null
  readonly field?: string
  readonly detail?: string
}> {}

type Asked<A> = Effect.Effect<A, MollieFault>

/** How long an answer may take. */
const answerWithin = Duration.seconds(8)

/** As many payments of a customer as one answer has. */
const pageSize = 250

const Refusal = Schema.Struct({
  field: Schema.optionalKey(Schema.NullOr(Schema.String)),
  detail: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** A refusal in the words of the provider; a fault of ours, such as a wrong key, is nothing that a payer can mend. */
const faultOf = Effect.fnUntraced(function* (answer: HttpClientResponse.HttpClientResponse) {
  const { status } = answer
  if (status === 404 || status === 410) return yield* new MollieFault({ kind: "gone", status })
  if (status !== 400 && status !== 422) return yield* new MollieFault({ kind: "unavailable", status })
  const { detail, field } = yield* Effect.orElseSucceed(
    Effect.flatMap(answer.json, Schema.decodeUnknownEffect(Refusal)),
    (): typeof Refusal.Type => ({})
  )
  return yield* new MollieFault({
    kind: "rejected",
    status,
    ...(field == null ? {} : { field }),
    ...(detail == null ? {} : { detail: detail.slice(0, 500) })
  })
})

/**
 * Mollie's API, version 2, as far as plans that are bought need it. A body is sent to the byte, and with a key: what is sent
 * again within an hour with the same key is done once. Nothing is sent again here.
 */
export class Mollie extends Context.Service<
  Mollie,
  {
    /** False without `MOLLIE_API_KEY`: every call is `unavailable` then. */
    readonly configured: boolean
    readonly createCustomer: (body: string, key: string) => Asked<MollieCustomer>
    readonly createPayment: (body: string, key: string) => Asked<MolliePayment>
    /** With its chargebacks and refunds. */
    readonly payment: (id: string) => Asked<MolliePayment>
    readonly cancelPayment: (id: string) => Asked<void>
    readonly refund: (paymentId: string, body: string, key: string) => Asked<MollieRefund>
    /** The newest first, 250 at most. */
    readonly paymentsOf: (customerId: string) => Asked<ReadonlyArray<MolliePayment>>
    readonly mandate: (customerId: string, id: string) => Asked<MollieMandate>
    /** One that is revoked already, or that the provider does not know, is revoked. */
    readonly revokeMandate: (customerId: string, id: string) => Asked<void>
    /** Of all customers, the newest first, 250 at most. */
    readonly chargebacks: Asked<MollieChargebacks["_embedded"]["chargebacks"]>
    /** What is on for first payments, by Mollie's names. */
    readonly methods: Asked<ReadonlyArray<string>>
  }
>()("@fleet/server/billing/Mollie") {
  static readonly layer = Layer.effect(
    Mollie,
    Effect.gen(function* () {
      const { mollieApiKey, mollieUrl } = yield* Settings
      const client = yield* HttpClient.HttpClient
      const configured = Option.isSome(mollieApiKey)

      const ask = (request: HttpClientRequest.HttpClientRequest) =>
        Effect.gen(function* () {
          if (Option.isNone(mollieApiKey)) return yield* new MollieFault({ kind: "unavailable", status: null })
          const answer = yield* client.execute(HttpClientRequest.bearerToken(request, mollieApiKey.value))
          if (answer.status < 200 || answer.status > 299) return yield* faultOf(answer)
          return answer
        })

      const within = <A, E>(asked: Effect.Effect<A, E | MollieFault>): Asked<A> =>
        asked.pipe(
          Effect.timeout(answerWithin),
          Effect.mapError((error) =>
            error instanceof MollieFault ? error : new MollieFault({ kind: "unavailable", status: null })
          )
        )

      const read = <A>(schema: Schema.Codec<A, unknown>, request: HttpClientRequest.HttpClientRequest): Asked<A> =>
        within(
          Effect.gen(function* () {
            const answer = yield* ask(request)
            return yield* Effect.flatMap(answer.json, Schema.decodeUnknownEffect(schema))
          })
        )

      const get = (path: string) => HttpClientRequest.get(`${mollieUrl}${path}`)
      const post = (path: string, body: string, key: string) =>
        HttpClientRequest.post(`${mollieUrl}${path}`).pipe(
          HttpClientRequest.setHeader("idempotency-key", key),
          HttpClientRequest.bodyText(body, "application/json")
        )
      const remove = (path: string) => Effect.asVoid(within(ask(HttpClientRequest.delete(`${mollieUrl}${path}`))))
      const id = encodeURIComponent

      return Mollie.of({
        configured,
        createCustomer: (body, key) => read(MollieCustomer, post("/customers", body, key)),
        createPayment: (body, key) => read(MolliePayment, post("/payments", body, key)),
        payment: (paymentId) => read(MolliePayment, get(`/payments/${id(paymentId)}?embed=chargebacks,refunds`)),
        cancelPayment: (paymentId) => remove(`/payments/${id(paymentId)}`),
        refund: (paymentId, body, key) => read(MollieRefund, post(`/payments/${id(paymentId)}/refunds`, body, key)),
        paymentsOf: (customerId) =>
          Effect.map(
            read(MolliePayments, get(`/customers/${id(customerId)}/payments?limit=${pageSize}`)),
            ({ _embedded }) => _embedded.payments
          ),
        mandate: (customerId, mandateId) =>
          read(MollieMandate, get(`/customers/${id(customerId)}/mandates/${id(mandateId)}`)),
        revokeMandate: (customerId, mandateId) =>
          remove(`/customers/${id(customerId)}/mandates/${id(mandateId)}`).pipe(
            Effect.catchIf(
              ({ kind }) => kind === "gone",
              () => Effect.void
            )
          ),
        chargebacks: Effect.map(
          read(MollieChargebacks, get(`/chargebacks?limit=${pageSize}`)),
          ({ _embedded }) => _embedded.chargebacks
        ),
        methods: Effect.map(read(MollieMethods, get("/methods?sequenceType=first")), ({ _embedded }) =>
          _embedded.methods.map((method) => method.id)
        )
      })
    })
  ).pipe(
    Layer.provide(FetchHttpClient.layer),
    // A body does not follow to another address, and neither does the key.
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )
}
