import { DeliveryId, WebhookId } from "@fleet/domain/Ids"
import { Delivery, DeliveryAttempt, DeliveryState } from "@fleet/domain/Webhooks"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** A message to be written. `body` is what is sent, to the byte. */
export interface NewDelivery {
  readonly id: DeliveryId
  readonly webhook_id: WebhookId
  readonly type: Delivery["type"]
  readonly at: string
  readonly body: string
}

/** A message to be sent, and its webhook as it is now. */
const Outgoing = Schema.Struct({
  type: Delivery.fields.type,
  body: Schema.String,
  webhook_id: WebhookId,
  url: Schema.String,
  enabled: Schema.Boolean,
  secret: Schema.Uint8Array,
  previous_secret: Schema.NullOr(Schema.Uint8Array),
  previous_until: Schema.NullOr(Schema.Date)
})
export type Outgoing = typeof Outgoing.Type

const Row = Schema.Struct({
  id: DeliveryId,
  seq: Schema.FiniteFromString,
  type: Delivery.fields.type,
  at: Schema.DateTimeUtcFromDate,
  state: DeliveryState,
  attempts: Schema.Array(Schema.toCodecJson(DeliveryAttempt))
})

const Key = Schema.Struct({ id: DeliveryId, webhookId: WebhookId })
const Standing = Schema.Struct({ state: DeliveryState, round: Schema.Int })
const Round = Schema.Struct({ delivery: DeliveryId, round: Schema.Int })
const Page = Schema.Struct({ webhookId: WebhookId, beforeSeq: Schema.NullOr(Schema.Finite), limit: Schema.Int })

/** Attempts that a delivery keeps: the newest. */
const maxAttempts = 100

/** How many old deliveries one statement deletes. */
const oldAtOnce = 1000

const encodeAttempt = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(DeliveryAttempt)))

/** The webhook_deliveries table. */
export class DeliveryStore extends Context.Service<
  DeliveryStore,
  {
    /** Answers those that were written: a webhook that is gone, or a listener that has ended, gets nothing. */
    readonly insert: (deliveries: ReadonlyArray<NewDelivery>, now: Date) => Effect.Effect<ReadonlyArray<DeliveryId>>
    /** Newest first. */
    readonly page: (page: typeof Page.Type) => Effect.Effect<ReadonlyArray<Delivery>>
    readonly has: (key: typeof Key.Type) => Effect.Effect<boolean>
    /** What is still to be sent in this round. */
    readonly outgoing: (round: typeof Round.Type) => Effect.Effect<Option.Option<Outgoing>>
    /** Notes an attempt and the state after it, unless the delivery is in another round by now. */
    readonly record: (round: typeof Round.Type, attempt: DeliveryAttempt, state: DeliveryState) => Effect.Effect<void>
    /** Its state and round, locked until the transaction ends. */
    readonly lock: (key: typeof Key.Type) => Effect.Effect<Option.Option<typeof Standing.Type>>
    /** Makes it pending in a new round, which it answers. None where it is gone. */
    readonly begin: (key: typeof Key.Type) => Effect.Effect<Option.Option<number>>
    /** Deletes at most so many as one statement may, written before; answers how many. */
    readonly deleteOld: (before: Date) => Effect.Effect<number>
  }
>()("@fleet/server/DeliveryStore") {
  static readonly layer = Layer.effect(
    DeliveryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // The webhooks are held until the commit, so that the deletion of one does not come between.
      const insert = SqlSchema.findAll({
        Request: Schema.Struct({ json: Schema.String, now: Schema.Date }),
        Result: Schema.Struct({ id: DeliveryId }),
        execute: ({ json, now }) => sql`
          WITH n AS (
            SELECT * FROM jsonb_to_recordset(${json}::jsonb)
              AS n (place integer, id uuid, webhook_id uuid, type text, at timestamptz, body text)
          ), present AS (
            SELECT id FROM webhooks
            WHERE id IN (SELECT webhook_id FROM n) AND (listener_until IS NULL OR listener_until > ${now}::timestamptz)
            FOR KEY SHARE
          )
          INSERT INTO webhook_deliveries (id, webhook_id, type, at, body, state, created_at)
          SELECT n.id, n.webhook_id, n.type, n.at, n.body, 'pending', ${now}::timestamptz
          FROM n JOIN present ON present.id = n.webhook_id ORDER BY n.place
          RETURNING id`
      })
      const page = SqlSchema.findAll({
        Request: Page,
        Result: Row,
        execute: ({ beforeSeq, limit, webhookId }) => sql`
          SELECT id, seq::text, type, at, state, attempts FROM webhook_deliveries d
          WHERE webhook_id = ${webhookId} AND (${beforeSeq}::bigint IS NULL OR d.seq < ${beforeSeq}::bigint)
          ORDER BY d.seq DESC LIMIT ${limit}`
      })
      const has = SqlSchema.findAll({
        Request: Key,
        Result: Schema.Struct({ id: DeliveryId }),
        execute: ({ id, webhookId }) =>
          sql`SELECT id FROM webhook_deliveries WHERE id = ${id} AND webhook_id = ${webhookId}`
      })
      const outgoing = SqlSchema.findOneOption({
        Request: Round,
        Result: Outgoing,
        execute: ({ delivery, round }) => sql`
          SELECT d.type, d.body, d.webhook_id, w.url, w.enabled, w.secret, w.previous_secret, w.previous_until
          FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
          WHERE d.id = ${delivery} AND d.round = ${round} AND d.state = 'pending'`
      })
      const begin = SqlSchema.findOneOption({
        Request: Key,
        Result: Schema.Struct({ round: Schema.Int }),
        execute: ({ id, webhookId }) => sql`
          UPDATE webhook_deliveries SET state = 'pending', round = round + 1
          WHERE id = ${id} AND webhook_id = ${webhookId} RETURNING round`
      })
      const lock = SqlSchema.findOneOption({
        Request: Key,
        Result: Standing,
        execute: ({ id, webhookId }) => sql`
          SELECT state, round FROM webhook_deliveries WHERE id = ${id} AND webhook_id = ${webhookId} FOR UPDATE`
      })
      return DeliveryStore.of({
        insert: (deliveries, now) => {
          const json = JSON.stringify(deliveries.map((each, place) => ({ place, ...each })))
          return Effect.map(Effect.orDie(insert({ json, now })), (rows) => rows.map(({ id }) => id))
        },
        page: (asked) => Effect.orDie(page(asked)),
        has: (key) => Effect.map(Effect.orDie(has(key)), (rows) => rows.length > 0),
        outgoing: (round) => Effect.orDie(outgoing(round)),
        record: ({ delivery, round }, attempt, state) =>
          sql`
            UPDATE webhook_deliveries SET state = ${state},
              attempts = CASE WHEN jsonb_array_length(attempts) >= ${maxAttempts} THEN attempts - 0 ELSE attempts END
                || ${`[${encodeAttempt(attempt)}]`}::jsonb
            WHERE id = ${delivery} AND round = ${round} AND state = 'pending'`.pipe(Effect.orDie, Effect.asVoid),
        lock: (key) => Effect.orDie(lock(key)),
        begin: (key) =>
          Effect.map(
            Effect.orDie(begin(key)),
            Option.map(({ round }) => round)
          ),
        deleteOld: (before) =>
          sql`
            DELETE FROM webhook_deliveries WHERE seq = ANY (ARRAY(
              SELECT seq FROM webhook_deliveries WHERE created_at < ${before}
              ORDER BY created_at LIMIT ${oldAtOnce} FOR UPDATE SKIP LOCKED))
            RETURNING 1`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length)
          )
      })
    })
  )
}
