import type { DeliveryAttempt } from "@fleet/domain/Webhooks"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Sealing } from "../platform/crypto/Sealing.ts"
import { type OutboundAnswer, OutboundFetch } from "../platform/outbound/OutboundFetch.ts"
import { Settings } from "../platform/settings/Settings.ts"
import type { WorkHandler } from "../platform/work/WorkQueue.ts"
import { WorkOutcome } from "../platform/work/WorkOutcome.ts"
import { DeliveryStore, type Outgoing } from "./DeliveryStore.ts"
import { plainError } from "./plainError.ts"
import { retryAfterOf } from "./retryAfter.ts"
import { messageHeaders, secretContext } from "./signing.ts"
import { answerTimeout, type DeliveryWork, triesOfMessage } from "./webhookQueue.ts"

const agent = "Robot-Fleet-Cloud-Webhooks/1"

/** What is noted of an attempt; delivered where there is no error. */
type Result = Omit<DeliveryAttempt, "at"> & { readonly isFinal?: boolean; readonly notBefore?: Date }

/** Answers that say when to come back. */
const asksForPause = (status: number) => status === 429 || status === 503

const answered = ({ headers, status }: OutboundAnswer, now: Date): Result => {
  if (status >= 200 && status < 300) return { status, error: null }
  if (status >= 300 && status < 400) return { status, error: "Redirects are not followed." }
  if (status === 410) return { status, error: "The receiver answered 410: it is gone for good.", isFinal: true }
  const error = `The receiver answered ${status}.`
  const notBefore = asksForPause(status) ? retryAfterOf(headers["retry-after"], now) : undefined
  if (notBefore === undefined) return { status, error }
  const seconds = Math.ceil((notBefore.getTime() - now.getTime()) / 1000)
  return { status, error: `${error} It asks for a pause of ${seconds} s.`, notBefore }
}

/** Sends the messages of the queue. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** One attempt at a message. */
    readonly attempt: WorkHandler<DeliveryWork>
  }
>()("@fleet/server/WebhookSender") {
  static readonly layer = Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const sealing = yield* Sealing
      const outbound = yield* OutboundFetch
      const { demo } = yield* Settings

      const secretsOf = Effect.fnUntraced(function* (webhook: Outgoing, now: Date) {
        const { previous_secret, previous_until, secret, webhook_id } = webhook
        const both = previous_secret !== null && previous_until !== null && now < previous_until
        return yield* Effect.forEach(both ? [secret, previous_secret] : [secret], (sealed) =>
          sealing.open(sealed, secretContext(webhook_id))
        )
      })

      const send = Effect.fnUntraced(function* (id: string, message: Outgoing, now: Date) {
        const { body, enabled, type, url } = message
        if (!enabled && type !== "ping") return { status: null, error: "The webhook is disabled.", isFinal: true }
        const secrets = yield* secretsOf(message, now)
        const answer = yield* outbound.fetch({
          url,
          method: "POST",
          body,
          timeout: answerTimeout,
          maxBytes: null,
          loopback: demo,
          headers: {
            "user-agent": agent,
            ...messageHeaders({ id, type, body, seconds: Math.floor(now.getTime() / 1000) }, secrets)
          }
        })
        return answered(answer, DateTime.toDateUtc(yield* DateTime.now))
      })

      return WebhookSender.of({
        attempt: Effect.fnUntraced(function* (item, { number }) {
          const message = yield* store.outgoing(item)
          // Delivered, asked for again, or gone with its webhook.
          if (Option.isNone(message)) return WorkOutcome.Done()
          const at = yield* DateTime.now
          const result = yield* Effect.catchTags(send(item.delivery, message.value, DateTime.toDateUtc(at)), {
            NotSealedHere: () =>
              Effect.succeed<Result>({
                status: null,
                error: "The secret cannot be opened: the service's own was changed. Rotate it.",
                isFinal: true
              }),
            OutboundFailed: (error) => Effect.succeed<Result>({ status: null, error: plainError(error) }),
            OutboundRefused: (error) => Effect.succeed<Result>({ status: null, error: plainError(error) })
          })
          const { error, isFinal = false, notBefore, status } = result as Result
          const hasFailed = error !== null && (isFinal || number >= triesOfMessage)
          yield* store.record(
            item,
            { at, status, error },
            error === null ? "delivered" : hasFailed ? "failed" : "pending"
          )
          if (error === null) return WorkOutcome.Done()
          return hasFailed
            ? WorkOutcome.GiveUp({ reason: error, expected: true })
            : WorkOutcome.Retry({ reason: error, ...(notBefore === undefined ? {} : { notBefore }) })
        })
      })
    })
  )
}
