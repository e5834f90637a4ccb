import { DeliveryId, type OrgId, type RobotId, type WebhookId } from "@fleet/domain/Ids"
import type { WebhookEventType } from "@fleet/domain/Webhooks"
import { Context, DateTime, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { inBatches } from "../platform/sql/inBatches.ts"
import { makeBatcher } from "../platform/sql/makeBatcher.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { Work } from "../platform/work/Work.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { messageData } from "./messageData.ts"
import { makeSubscribers } from "./Subscribers.ts"
import { webhookQueue } from "./webhookQueue.ts"
import { WebhookStore } from "./WebhookStore.ts"

/** Events that are written in one transaction where no caller has one, at most. */
const eventsAtOnce = 200

/** What happened. `data` is made only where a webhook wants it, and is plain JSON, as in the message. */
export interface WebhookEvent {
  readonly type: WebhookEventType
  readonly orgId: OrgId
  /** Null for what is about none: then the robots of a webhook do not narrow it. */
  readonly robotId: RobotId | null
  /** When it happened, in milliseconds of Unix time. */
  readonly atMs: number
  readonly data: () => unknown
}

/** Tells the webhooks of an organisation what happened. */
export class WebhookEvents extends Context.Service<
  WebhookEvents,
  {
    /**
     * Writes a message for each enabled webhook that wants to hear of the event; they are sent after the commit, and those of
     * listeners fetched. To be called in the transaction of the change. Costs nothing where there is no such
     * webhook.
     */
    readonly emit: (events: ReadonlyArray<WebhookEvent>) => Effect.Effect<void>
    /** The same of what no transaction is about: the messages of many fibres are written together. */
    readonly emitAlone: (event: WebhookEvent) => Effect.Effect<void>
    /** Whether any webhook of the org wants events of the type, for callers that have to read what they tell. */
    readonly isWanted: (orgId: OrgId, type: WebhookEventType) => Effect.Effect<boolean>
    /** Writes a ping; answers its delivery. */
    readonly ping: (orgId: OrgId, webhookId: WebhookId) => Effect.Effect<DeliveryId>
    /** Sends a delivery again; one that waits for its next attempt is sent as it would be. */
    readonly retry: (orgId: OrgId, webhookId: WebhookId, id: DeliveryId) => Effect.Effect<void>
  }
>()("@fleet/server/WebhookEvents") {
  static readonly layer = Layer.effect(
    WebhookEvents,
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const webhooks = yield* WebhookStore
      const transaction = yield* Transaction
      const work = yield* Work
      const subscribersOf = yield* makeSubscribers(webhooks.subscribers)

      const itemOf = (orgId: OrgId, kind: string, delivery: DeliveryId, round: number) => ({
        payload: { delivery, round },
        kind,
        orgId,
        appId: null,
        key: `${delivery} ${round}`
      })

      const write = Effect.fnUntraced(function* (
        messages: ReadonlyArray<{
          readonly type: WebhookEventType | "ping"
          readonly orgId: OrgId
          readonly robotId: RobotId | null
          readonly atMs: number
          readonly webhookId: WebhookId
          /** Its messages are fetched, not sent. */
          readonly isListener: boolean
          /** JSON. */
          readonly data: string
        }>
      ) {
        const now = yield* DateTime.now
        const sent = new Map<DeliveryId, { readonly orgId: OrgId; readonly type: string }>()
        const rows = messages.map(({ atMs, data, isListener, orgId, robotId, type, webhookId }) => {
          const id = DeliveryId.make(randomUUID())
          const at = new Date(atMs).toISOString()
          if (!isListener) sent.set(id, { orgId, type })
          const head = JSON.stringify({ id, type, at, org_id: orgId, robot_id: robotId })
          const body = `${head.slice(0, -1)},"data":${data}}`
          return { id, webhook_id: webhookId, type, at, body }
        })
        for (const piece of inBatches(rows, ({ body }) => body)) {
          const written = yield* store.insert(piece, DateTime.toDateUtc(now))
          const items = written.flatMap((id) => {
            const found = sent.get(id)
            return found === undefined ? [] : [itemOf(found.orgId, found.type, id, 1)]
          })
          if (items.length > 0) yield* work.enqueueAll(webhookQueue, items)
        }
        return rows
      })

      const emit = Effect.fnUntraced(function* (events: ReadonlyArray<WebhookEvent>) {
        const messages: Array<Parameters<typeof write>[0][number]> = []
        for (const { atMs, data, orgId, robotId, type } of events) {
          const subscribers = (yield* subscribersOf(orgId)).filter(
            (each) =>
              each.events.includes(type) &&
              (each.robot_ids === null || robotId === null || each.robot_ids.includes(robotId))
          )
          if (subscribers.length === 0) continue
          const json = messageData(type, data())
          for (const { id, is_listener: isListener } of subscribers)
            messages.push({ type, orgId, robotId, atMs, webhookId: id, isListener, data: json })
        }
        if (messages.length > 0) yield* transaction.run(write(messages))
      })

      const isWanted = (orgId: OrgId, type: WebhookEventType) =>
        Effect.map(subscribersOf(orgId), (all) => all.some(({ events }) => events.includes(type)))

      const emitTogether = yield* makeBatcher(eventsAtOnce, (events: ReadonlyArray<WebhookEvent>) =>
        Effect.as(emit(events), events)
      )

      return WebhookEvents.of({
        emit,
        emitAlone: Effect.fnUntraced(function* (event) {
          if (yield* isWanted(event.orgId, event.type)) yield* emitTogether(event)
        }),
        isWanted,
        ping: Effect.fn("WebhookEvents.ping")(function* (orgId, webhookId) {
          const atMs = (yield* DateTime.now).epochMilliseconds
          const message = {
            type: "ping",
            orgId,
            robotId: null,
            atMs,
            webhookId,
            isListener: false,
            data: "{}"
          } as const
          const [row] = yield* write([message])
          return row!.id
        }, transaction.run),
        retry: Effect.fn("WebhookEvents.retry")(function* (orgId, webhookId, id) {
          const found = yield* store.lock({ id, webhookId })
          if (found._tag === "None") return
          const { round, state } = found.value
          // An item that ended without an attempt, as after a change of FLEET_SECRET, leaves its delivery pending.
          if (state === "pending" && (yield* work.isPending(webhookQueue, `${id} ${round}`))) return
          const begun = yield* store.begin({ id, webhookId })
          if (begun._tag === "Some") yield* work.enqueue(webhookQueue, itemOf(orgId, "retry", id, begun.value))
        }, transaction.run)
      })
    })
  )
}
