import { Schema } from "effect"
import { DeliveryId, RobotId, WebhookId } from "./Ids.ts"
import { closed, Int, QueryInt, Rule, Text, Timestamp } from "./Wire.ts"

/** The events that a webhook may ask for. */
export const WebhookEventType = Schema.Literals([
  "alert.firing",
  "alert.resolved",
  "robot.online",
  "robot.offline",
  "job.ended",
  "config.published",
  "usage.threshold"
])
export type WebhookEventType = typeof WebhookEventType.Type

/** The webhooks that an organisation may have. */
export const maxWebhooks = 20

/** The robots that a webhook may name. */
export const maxWebhookRobots = 1000

const isWebUrl = (text: string) => ["https:", "http:"].includes(URL.parse(text)?.protocol ?? "")

/** As it is fetched, to the letter: a URL parser drops line ends and takes `https:host` for `https://host`. */
const isWritten = (text: string) => /^https?:\/\/[^/?#]/i.test(text) && !/[\s\p{Cc}]/u.test(text)

const Url = Text(1, 500)
  .check(Schema.makeFilter(isWebUrl, { rule: Rule.format }))
  .annotate({ format: "uri" })

export const WebhookEventList = Schema.Array(WebhookEventType).check(
  Schema.isMinLength(1, { rule: Rule.tooShort }),
  Schema.isMaxLength(10, { rule: Rule.tooLong })
)

/** Null for all robots of the organisation, and for those to come. */
export const WebhookRobots = Schema.NullOr(
  Schema.Array(RobotId).check(Schema.isMaxLength(maxWebhookRobots, { rule: Rule.tooLong }))
)

const settings = {
  url: Url,
  description: Schema.NullOr(Text(1, 200)),
  events: WebhookEventList,
  /** Without repeats. */
  robot_ids: WebhookRobots,
  enabled: Schema.Boolean
}

/** An address that gets an organisation's events. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  ...settings,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "webhook" })
export type Webhook = typeof Webhook.Type

export const WebhookListResponse = Schema.Struct({ webhooks: Schema.Array(Webhook) }).annotate({
  identifier: "webhook-list-response"
})

const { enabled, events, url: kept, ...nullable } = settings
const url = kept.check(Schema.makeFilter(isWritten, { rule: Rule.format }))
const description = Schema.optionalKey(nullable.description)
const robot_ids = Schema.optionalKey(nullable.robot_ids)

/** `robot_ids` and `description` are null, and `enabled` true, where they are left out. */
export const CreateWebhookRequest = closed({
  url,
  events,
  robot_ids,
  description,
  enabled: Schema.optionalKey(enabled)
}).annotate({ identifier: "create-webhook-request" })
export type CreateWebhookRequest = typeof CreateWebhookRequest.Type

/** With `rotate_secret` a new secret is made. The old one signs beside it for 24 hours. */
export const UpdateWebhookRequest = closed({
  url: Schema.optionalKey(url),
  events: Schema.optionalKey(events),
  robot_ids,
  description,
  enabled: Schema.optionalKey(enabled),
  rotate_secret: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "patch-webhook-request" })
export type UpdateWebhookRequest = typeof UpdateWebhookRequest.Type

/** The secret is answered here and never again: `whsec_` and the base64 of 32 bytes. */
export const WebhookCreated = Schema.Struct({ webhook: Webhook, secret: Schema.String }).annotate({
  identifier: "create-webhook-response"
})
export type WebhookCreated = typeof WebhookCreated.Type

/** `secret` where a new one was asked for. */
export const WebhookUpdated = Schema.Struct({ webhook: Webhook, secret: Schema.optionalKey(Schema.String) }).annotate({
  identifier: "patch-webhook-response"
})
export type WebhookUpdated = typeof WebhookUpdated.Type

export const DeliveryState = Schema.Literals(["pending", "delivered", "failed"])
export type DeliveryState = typeof DeliveryState.Type

/** One try. `status` is null where no answer came, `error` is null where the answer was a 2xx. */
export const DeliveryAttempt = Schema.Struct({
  at: Timestamp,
  status: Schema.NullOr(Int(100, 999)),
  error: Schema.NullOr(Text(1, 200))
})
export type DeliveryAttempt = typeof DeliveryAttempt.Type

const Seq = Int(1, Number.MAX_SAFE_INTEGER)

/** A message to a webhook. `id` is the message's `webhook-id`, `at` when the event happened. */
export const Delivery = Schema.Struct({
  id: DeliveryId,
  seq: Seq,
  type: Schema.Union([WebhookEventType, Schema.Literal("ping")]),
  at: Timestamp,
  state: DeliveryState,
  attempts: Schema.Array(DeliveryAttempt)
}).annotate({ identifier: "webhook-delivery" })
export type Delivery = typeof Delivery.Type

export const deliveryPageSize = { default: 50, max: 200 }

export const DeliveryQuery = closed({
  before_seq: Schema.optionalKey(QueryInt(1, Number.MAX_SAFE_INTEGER)),
  limit: Schema.optionalKey(QueryInt(1, deliveryPageSize.max))
})
export type DeliveryQuery = typeof DeliveryQuery.Type

/** Newest first; `next_cursor` goes into `before_seq`, null is the end. */
export const DeliveryPage = Schema.Struct({
  deliveries: Schema.Array(Delivery),
  next_cursor: Schema.NullOr(Seq)
}).annotate({ identifier: "webhook-delivery-page" })
export type DeliveryPage = typeof DeliveryPage.Type

export const DeliveryAccepted = Schema.Struct({ delivery_id: DeliveryId }).annotate({
  identifier: "webhook-delivery-accepted"
})
