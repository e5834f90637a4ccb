import { Schema } from "effect"
import { DeliveryId, WebhookId } from "./Ids.ts"
import { DeliveryAttempt, WebhookEventList, WebhookEventType, WebhookRobots } from "./Webhooks.ts"
import { closed, Int, Rule, Timestamp } from "./Wire.ts"

/** The listeners that an organisation may have open. */
export const maxListeners = 5

/** How long a listener stays open after a fetch, in seconds. */
export const listenerSeconds = 60

/** How long one fetch may wait for messages, in seconds. */
export const maxFetchWait = 20

/** The messages of one fetch, and the results that one may report. */
export const maxFetched = 50

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/u

/** All events and all robots where they are left out. A secret is made where none is given. */
export const OpenListenerRequest = closed({
  events: Schema.optionalKey(WebhookEventList.annotate({ description: "The events that it gets; all without this." })),
  robot_ids: Schema.optionalKey(
    WebhookRobots.annotate({ description: "The robots whose events it gets; all with null or without this." })
  ),
  secret: Schema.optionalKey(
    Schema.String.annotate({
      description: "What messages are signed with: of a listener before, so that the receiver may go on."
    }).check(Schema.isPattern(secretPattern, { rule: Rule.format }))
  )
}).annotate({ identifier: "open-webhook-listener-request" })
export type OpenListenerRequest = typeof OpenListenerRequest.Type

/** The secret is answered here and never again. */
export const ListenerOpened = Schema.Struct({
  listener_id: WebhookId,
  secret: Schema.String.annotate({
    description: "What messages are signed with: `whsec_` and the base64 of 32 bytes."
  }),
  expires_at: Timestamp.annotate({ description: "When it ends, RFC 3339 in UTC. Each fetch moves it." })
}).annotate({ identifier: "open-webhook-listener-response" })
export type ListenerOpened = typeof ListenerOpened.Type

/** What became of a message at the receiver. It was delivered where the status is a 2xx. */
export const ListenerResult = closed({
  delivery_id: DeliveryId,
  status: DeliveryAttempt.fields.status.annotate({ description: "The receiver's status; null where it gave none." }),
  error: DeliveryAttempt.fields.error.annotate({ description: "Why there was no 2xx; null where there was." })
}).annotate({ identifier: "webhook-listener-result" })
export type ListenerResult = typeof ListenerResult.Type

/** Messages whose result is not reported are answered again. */
export const FetchMessagesRequest = closed({
  results: Schema.Array(ListenerResult)
    .check(Schema.isMaxLength(maxFetched, { rule: Rule.tooLong }))
    .annotate({ description: "What became of messages that were fetched before." }),
  wait_s: Int(0, maxFetchWait).annotate({ description: "How long to wait where there is no message yet, in seconds." })
}).annotate({ identifier: "fetch-webhook-messages-request" })
export type FetchMessagesRequest = typeof FetchMessagesRequest.Type

const header = (description: string) => Schema.String.annotate({ description })

/** A message as a webhook would be sent it. */
export const ListenerMessage = Schema.Struct({
  id: DeliveryId,
  type: WebhookEventType.annotate({ description: "What it tells of." }),
  headers: Schema.Struct({
    "webhook-id": header("The id of the message."),
    "webhook-timestamp": header("When it was signed, in seconds of the Unix epoch."),
    "webhook-signature": header("`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`."),
    "x-platform-event": header("The type of the message."),
    "content-type": header("`application/json`.")
  }).annotate({ description: "The headers of the request to the receiver." }),
  body: Schema.String.annotate({ description: "The body of the request, to the byte that is signed." })
}).annotate({ identifier: "webhook-listener-message" })
export type ListenerMessage = typeof ListenerMessage.Type

/** Oldest first, 50 at most. */
export const FetchMessagesResponse = Schema.Struct({
  messages: Schema.Array(ListenerMessage).annotate({ description: "Those without a result, oldest first." })
}).annotate({ identifier: "fetch-webhook-messages-response" })
export type FetchMessagesResponse = typeof FetchMessagesResponse.Type
