import { Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { makeKeyedSemaphore } from "../../platform/limits/KeyedSemaphore.ts"
import { Settings } from "../../platform/settings/Settings.ts"

/** What VIES said. `proof` is its answer as it came, with its `requestIdentifier`; null where it gave none. */
export interface ViesAnswer {
  readonly status: "valid" | "invalid" | "unverified"
  readonly name: string | null
  readonly proof: unknown
}

const answerWithin = Duration.seconds(10)

const unverified: ViesAnswer = { status: "unverified", name: null, proof: null }

const Answer = Schema.Struct({
  countryCode: Schema.String,
  vatNumber: Schema.String,
  valid: Schema.Boolean,
  name: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** A country that discloses no names says so with dashes. */
const nameOf = (name: string | null | undefined): string | null => {
  const text = (name ?? "").trim()
  return text === "" || /^-+$/.test(text) ? null : text.slice(0, 200)
}

/**
 * Checks VAT IDs of the European Union. Whatever is not a plain yes or no about the ID that was asked for is `unverified`: no
 * answer within 10 seconds, a fault of a member state, another form. A member state is asked one question at a time.
 */
export class Vies extends Context.Service<
  Vies,
  {
    /** `prefix` as IDs have it, EL for Greece; `number` without it. */
    readonly ask: (prefix: string, number: string) => Effect.Effect<ViesAnswer>
  }
>()("@fleet/server/billing/Vies") {
  static readonly layer = Layer.effect(
    Vies,
    Effect.gen(function* () {
      const { seller, viesUrl } = yield* Settings
      const client = yield* HttpClient.HttpClient
      const inTurn = makeKeyedSemaphore(1)
      // With the one who asks, the answer has an identifier that proves it.
      const requester = Option.match(seller, {
        onNone: () => ({}),
        onSome: ({ vat_id }) => ({
          requesterMemberStateCode: vat_id.slice(0, 2),
          requesterNumber: vat_id.slice(2)
        })
      })

      const ask = Effect.fn("Vies.ask")(function* (prefix: string, number: string) {
        const body = JSON.stringify({ countryCode: prefix, vatNumber: number, ...requester })
        const answer = yield* client.execute(
          HttpClientRequest.post(`${viesUrl}/check-vat-number`).pipe(
            HttpClientRequest.bodyText(body, "application/json")
          )
        )
        if (answer.status !== 200) return unverified
        const proof = yield* answer.json
        const said = yield* Schema.decodeUnknownEffect(Answer)(proof)
        if (said.countryCode !== prefix || said.vatNumber !== number) return unverified
        const status = said.valid ? ("valid" as const) : ("invalid" as const)
        return { status, name: nameOf(said.name), proof }
      })

      return Vies.of({
        ask: (prefix, number) =>
          ask(prefix, number).pipe(
            inTurn(prefix),
            Effect.timeout(answerWithin),
            Effect.orElseSucceed(() => unverified)
          )
      })
    })
  ).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )
}
