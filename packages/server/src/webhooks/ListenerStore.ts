import { DeliveryId, DeveloperId, OrgId, WebhookId } from "@fleet/domain/Ids"
import type { OpenListenerRequest } from "@fleet/domain/WebhookListeners"
import { DeliveryAttempt, DeliveryState, WebhookEventType } from "@fleet/domain/Webhooks"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** A listener of one developer. It is found until it ends. */
const Key = Schema.Struct({ id: WebhookId, orgId: OrgId, developerId: DeveloperId, now: Schema.Date })
export type ListenerKey = typeof Key.Type

const Look = Schema.Struct({ id: WebhookId, limit: Schema.Int })
const Row = Schema.Struct({
  id: Schema.NullOr(DeliveryId),
  type: Schema.NullOr(WebhookEventType),
  body: Schema.NullOr(Schema.String)
})

/** A message that is to be fetched. */
export interface Waiting {
  readonly id: DeliveryId
  readonly type: WebhookEventType
  readonly body: string
}

export interface NewListener extends ListenerKey {
  readonly events: NonNullable<OpenListenerRequest["events"]>
  readonly robotIds: NonNullable<OpenListenerRequest["robot_ids"]> | null
  readonly secret: Uint8Array
  readonly until: Date
}

const Recorded = Schema.Struct({ delivery: DeliveryId, attempt: DeliveryAttempt, state: DeliveryState })
export type Recorded = typeof Recorded.Type
const encodeRecorded = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(Recorded))))

/** The listeners among the webhooks, and their messages. */
export class ListenerStore extends Context.Service<
  ListenerStore,
  {
    readonly insert: (listener: NewListener) => Effect.Effect<void>
    /** Those of an org that have not ended. */
    readonly count: (orgId: OrgId, now: Date) => Effect.Effect<number>
    readonly has: (key: ListenerKey) => Effect.Effect<boolean>
    /** Moves its end; answers its sealed secret. None where it has ended. */
    readonly renew: (key: ListenerKey, until: Date) => Effect.Effect<Option.Option<Uint8Array>>
    readonly delete: (key: ListenerKey) => Effect.Effect<boolean>
    /** Its messages without a result, oldest first. None where it is gone. */
    readonly waiting: (id: WebhookId, limit: number) => Effect.Effect<Option.Option<ReadonlyArray<Waiting>>>
    /** Notes an attempt at each message of the listener that has none yet. */
    readonly record: (id: WebhookId, results: ReadonlyArray<Recorded>) => Effect.Effect<void>
    /** Deletes those that have ended; answers their orgs. */
    readonly deleteEnded: (now: Date) => Effect.Effect<ReadonlyArray<OrgId>>
  }
>()("@fleet/server/ListenerStore") {
  static readonly layer = Layer.effect(
    ListenerStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const own = ({ developerId, id, now, orgId }: ListenerKey) => sql`
        id = ${id} AND org_id = ${orgId} AND listener_of = ${developerId} AND listener_until > ${now}::timestamptz`

      const count = SqlSchema.findOne({
        Request: Schema.Struct({ orgId: OrgId, now: Schema.Date }),
        Result: Schema.Struct({ count: Schema.Int }),
        execute: ({ now, orgId }) => sql`
          SELECT count(*)::int AS count FROM webhooks
          WHERE org_id = ${orgId} AND listener_until > ${now}::timestamptz`
      })
      const renew = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...Key.fields, until: Schema.Date }),
        Result: Schema.Struct({ secret: Schema.Uint8Array }),
        execute: ({ until, ...key }) => sql`
          UPDATE webhooks SET listener_until = ${until}::timestamptz WHERE ${own(key as ListenerKey)} RETURNING secret`
      })
      const waiting = SqlSchema.findAll({
        Request: Look,
        Result: Row,
        execute: ({ id, limit }) => sql`
          SELECT d.id, d.type, d.body FROM webhooks w LEFT JOIN LATERAL (
            SELECT id, type, body, seq FROM webhook_deliveries
            WHERE webhook_id = w.id AND state = 'pending' ORDER BY seq LIMIT ${limit}
          ) d ON true
          WHERE w.id = ${id} ORDER BY d.seq`
      })
      const deleteEnded = SqlSchema.findAll({
        Request: Schema.Date,
        Result: Schema.Struct({ org_id: OrgId }),
        execute: (now) => sql`DELETE FROM webhooks WHERE listener_until <= ${now}::timestamptz RETURNING org_id`
      })
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

      return ListenerStore.of({
        insert: ({ developerId, events, id, now, orgId, robotIds, secret, until }) =>
          sql`
            INSERT INTO webhooks (id, org_id, events, robot_ids, enabled, secret, created_at, updated_at, listener_of,
              listener_until)
            VALUES (${id}, ${orgId}, ${json(events)}::jsonb, ${json(robotIds)}::jsonb, true, ${secret},
              ${now}::timestamptz, ${now}::timestamptz, ${developerId}, ${until}::timestamptz)`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        count: (orgId, now) => Effect.map(Effect.orDie(count({ orgId, now })), ({ count }) => count),
        has: (key) =>
          sql`SELECT 1 FROM webhooks WHERE ${own(key)}`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length > 0)
          ),
        renew: (key, until) =>
          Effect.map(
            Effect.orDie(renew({ ...key, until })),
            Option.map(({ secret }) => secret)
          ),
        delete: (key) =>
          sql`DELETE FROM webhooks WHERE ${own(key)} RETURNING 1`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length > 0)
          ),
        waiting: (id, limit) =>
          Effect.map(Effect.orDie(waiting({ id, limit })), (rows) =>
            rows.length === 0
              ? Option.none()
              : Option.some(
                  rows.flatMap(({ body, id, type }) => (id === null ? [] : [{ id, type: type!, body: body! }]))
                )
          ),
        record: (id, results) =>
          sql`
            UPDATE webhook_deliveries d SET state = r.state, attempts = jsonb_build_array(r.attempt)
            FROM jsonb_to_recordset(${encodeRecorded(results)}::jsonb) AS r (delivery uuid, attempt jsonb, state text)
            WHERE d.id = r.delivery AND d.webhook_id = ${id} AND d.state = 'pending'`.pipe(Effect.orDie, Effect.asVoid),
        deleteEnded: (now) =>
          Effect.map(Effect.orDie(deleteEnded(now)), (rows) => [...new Set(rows.map(({ org_id }) => org_id))])
      })
    })
  )
}
