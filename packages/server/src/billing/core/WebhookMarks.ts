import { Context, Effect, Layer, type Option, Schema } from "effect"
import { Sealing } from "../../platform/crypto/Sealing.ts"
import { signedIds } from "../../platform/crypto/SignedIds.ts"
import { Settings } from "../../platform/settings/Settings.ts"

const AttemptId = Schema.String.check(Schema.isPattern(/^[0-9a-f-]{36}$/))

/** The addresses at which the provider tells of payments: each names its attempt, signed. */
export class WebhookMarks extends Context.Service<
  WebhookMarks,
  {
    readonly addressOf: (attemptId: string) => string
    /** The attempt that a query names; none where it is not one of ours. */
    readonly read: (mark: string) => Option.Option<string>
  }
>()("@fleet/server/billing/WebhookMarks") {
  static readonly layer = Layer.effect(
    WebhookMarks,
    Effect.gen(function* () {
      const { billingWebhookUrl } = yield* Settings
      const marks = signedIds(yield* Sealing, AttemptId, { prefix: "att_", purpose: "billing webhook" })
      return WebhookMarks.of({
        addressOf: (id) => `${billingWebhookUrl}/api/billing/mollie/webhook?attempt=${marks.tokenOf(id)}`,
        read: marks.read
      })
    })
  )
}
