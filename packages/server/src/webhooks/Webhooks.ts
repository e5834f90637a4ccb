import type { Developer } from "@fleet/domain/Caller"
import { NotFound, type OrgLocked, QuotaExceeded, type ValidationError } from "@fleet/domain/Errors"
import { WebhookId, type DeliveryId } from "@fleet/domain/Ids"
import {
  type CreateWebhookRequest,
  type DeliveryPage,
  deliveryPageSize,
  type DeliveryQuery,
  maxWebhooks,
  type UpdateWebhookRequest,
  type Webhook,
  type WebhookCreated,
  type WebhookUpdated
} from "@fleet/domain/Webhooks"
import { Context, DateTime, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { AuditLog } from "../audit/AuditLog.ts"
import { Orgs } from "../org/Orgs.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { Sealing } from "../platform/crypto/Sealing.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { mintWebhookSecret, secretContext } from "./signing.ts"
import { WebhookRules } from "./WebhookRules.ts"
import { WebhookStore } from "./WebhookStore.ts"

/** What was asked, without repeats in its lists. */
const withoutRepeats = <A extends Pick<UpdateWebhookRequest, "events" | "robot_ids">>(asked: A): A => {
  const { events, robot_ids } = asked
  return {
    ...asked,
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(robot_ids === undefined || robot_ids === null ? {} : { robot_ids: [...new Set(robot_ids)] })
  }
}

/** How long the old secret signs beside the new one. */
const overlapHours = 24

const targetOf = ({ id, url }: Webhook) => ({ kind: "webhook", id, label: url })

/** The webhooks of an org. A secret is answered when it is made, and never again. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** Oldest first. */
    readonly list: (developer: Developer) => Effect.Effect<ReadonlyArray<Webhook>>
    readonly get: (developer: Developer, id: WebhookId) => Effect.Effect<Webhook, NotFound>
    readonly create: (
      owner: Developer,
      asked: CreateWebhookRequest
    ) => Effect.Effect<WebhookCreated, OrgLocked | QuotaExceeded | ValidationError>
    /** Equal values write nothing. */
    readonly update: (
      owner: Developer,
      webhook: Webhook,
      change: UpdateWebhookRequest
    ) => Effect.Effect<WebhookUpdated, NotFound | ValidationError>
    readonly delete: (owner: Developer, webhook: Webhook) => Effect.Effect<void, NotFound>
    readonly deliveries: (webhook: Webhook, query: DeliveryQuery) => Effect.Effect<DeliveryPage>
    readonly hasDelivery: (webhook: Webhook, id: DeliveryId) => Effect.Effect<boolean>
  }
>()("@fleet/server/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const deliveries = yield* DeliveryStore
      const rules = yield* WebhookRules
      const sealing = yield* Sealing
      const orgs = yield* Orgs
      const audit = yield* AuditLog
      const bus = yield* Bus
      const transaction = yield* Transaction

      const changed = ({ orgId }: Developer) =>
        transaction.afterCommit(bus.broadcastAndWait({ type: "webhooks_changed", orgId }))
      const lock = (owner: Developer, id: WebhookId) =>
        Effect.flatMap(store.lock({ orgId: owner.orgId, id }), (found) =>
          Effect.mapError(Effect.fromOption(found), () => new NotFound())
        )
      const newSecret = (id: WebhookId) => {
        const secret = mintWebhookSecret()
        return { secret, sealed: sealing.seal(secret, secretContext(id)) }
      }

      return Webhooks.of({
        list: Effect.fn("Webhooks.list")(({ orgId }) => store.list(orgId)),
        get: Effect.fn("Webhooks.get")(function* ({ orgId }, id) {
          return yield* Effect.mapError(Effect.fromOption(yield* store.find({ orgId, id })), () => new NotFound())
        }),
        create: Effect.fn("Webhooks.create")(function* (owner, asked) {
          const { description = null, enabled = true, events, robot_ids = null, url } = withoutRepeats(asked)
          yield* rules.check(owner.orgId, asked)
          yield* orgs.lockActiveForUpdate(owner.orgId)
          if ((yield* store.list(owner.orgId)).length >= maxWebhooks) {
            return yield* new QuotaExceeded({ details: { quota: "webhooks", limit: maxWebhooks } })
          }
          const at = yield* DateTime.now
          const id = WebhookId.make(randomUUID())
          const { sealed, secret } = newSecret(id)
          const written = { id, url, description, events, robot_ids, enabled }
          yield* store.insert(owner.orgId, written, sealed, DateTime.toDateUtc(at))
          const webhook = { ...written, created_at: at, updated_at: at }
          yield* audit.recordBy(owner, "webhook.created", targetOf(webhook))
          yield* changed(owner)
          return { webhook, secret }
        }, transaction.run),
        update: Effect.fn("Webhooks.update")(function* (owner, { id }, { rotate_secret = false, ...asked }) {
          const before = yield* lock(owner, id)
          yield* rules.check(owner.orgId, asked, before)
          const change = withoutRepeats(asked)
          const fields = rules.changedFields(before, change)
          if (fields.length === 0 && !rotate_secret) return { webhook: before }
          const at = yield* DateTime.now
          const webhook = { ...before, ...change, updated_at: at }
          yield* store.update(webhook, DateTime.toDateUtc(at))
          const details = { fields: rotate_secret ? [...fields, "secret"] : fields }
          yield* audit.recordBy(owner, "webhook.updated", targetOf(webhook), details)
          yield* changed(owner)
          if (!rotate_secret) return { webhook }
          const { sealed, secret } = newSecret(id)
          const until = DateTime.add(at, { hours: overlapHours })
          yield* store.replaceSecret(id, sealed, DateTime.toDateUtc(until))
          return { webhook, secret }
        }, transaction.run),
        delete: Effect.fn("Webhooks.delete")(function* (owner, webhook) {
          const before = yield* lock(owner, webhook.id)
          yield* store.delete(before.id)
          yield* audit.recordBy(owner, "webhook.deleted", targetOf(before))
          yield* changed(owner)
        }, transaction.run),
        deliveries: Effect.fn("Webhooks.deliveries")(function* ({ id }, query) {
          const { before_seq: beforeSeq = null, limit = deliveryPageSize.default } = query
          const rows = yield* deliveries.page({ webhookId: id, beforeSeq, limit: limit + 1 })
          const page = rows.slice(0, limit)
          return { deliveries: page, next_cursor: rows.length > limit ? page.at(-1)!.seq : null }
        }),
        hasDelivery: Effect.fn("Webhooks.hasDelivery")((webhook, id) => deliveries.has({ id, webhookId: webhook.id }))
      })
    })
  )
}
