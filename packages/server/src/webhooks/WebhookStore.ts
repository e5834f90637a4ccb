import { OrgId, RobotId, WebhookId } from "@fleet/domain/Ids"
import { Webhook, WebhookEventType } from "@fleet/domain/Webhooks"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../platform/sql/values.ts"

const Row = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  description: Schema.NullOr(Schema.String),
  events: Webhook.fields.events,
  robot_ids: Schema.NullOr(Schema.Array(RobotId)),
  enabled: Schema.Boolean,
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})

/** What is written of a webhook beside its secret. */
export type Written = Omit<typeof Row.Type, "created_at" | "updated_at">

const Subscriber = Schema.Struct({
  id: WebhookId,
  events: Schema.Array(WebhookEventType),
  robot_ids: Schema.NullOr(Schema.Array(RobotId)),
  is_listener: Schema.Boolean
})
/** An enabled webhook, and what it wants to hear of. */
export type Subscriber = typeof Subscriber.Type

const Key = Schema.Struct({ orgId: OrgId, id: WebhookId })
type Key = typeof Key.Type

/** The webhooks table, but for its listeners. */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    readonly find: (key: Key) => Effect.Effect<Option.Option<Webhook>>
    /** The same, locked until the transaction ends. */
    readonly lock: (key: Key) => Effect.Effect<Option.Option<Webhook>>
    /** Oldest first. */
    readonly list: (orgId: OrgId) => Effect.Effect<ReadonlyArray<Webhook>>
    /** Enabled webhooks, and listeners, those included that have ended. */
    readonly subscribers: (orgId: OrgId) => Effect.Effect<ReadonlyArray<Subscriber>>
    readonly insert: (orgId: OrgId, webhook: Written, secret: Uint8Array, at: Date) => Effect.Effect<void>
    readonly update: (webhook: Written, at: Date) => Effect.Effect<void>
    /** The present secret signs beside the new one until a time. */
    readonly replaceSecret: (id: WebhookId, secret: Uint8Array, previousUntil: Date) => Effect.Effect<void>
    /** Erases old secrets that no longer sign. */
    readonly forgetOldSecrets: (now: Date) => Effect.Effect<void>
    readonly delete: (id: WebhookId) => Effect.Effect<void>
    /** Those of the ids that are robots of the org. */
    readonly robotsAmong: (orgId: OrgId, ids: ReadonlyArray<RobotId>) => Effect.Effect<ReadonlySet<RobotId>>
  }
>()("@fleet/server/WebhookStore") {
  static readonly layer = Layer.effect(
    WebhookStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, url, description, events, robot_ids, enabled, created_at, updated_at")
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, orgId }) =>
          sql`SELECT ${columns} FROM webhooks WHERE id = ${id} AND org_id = ${orgId} AND listener_until IS NULL`
      })
      const lock = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, orgId }) =>
          sql`
            SELECT ${columns} FROM webhooks WHERE id = ${id} AND org_id = ${orgId} AND listener_until IS NULL
            FOR UPDATE`
      })
      const list = SqlSchema.findAll({
        Request: OrgId,
        Result: Row,
        execute: (orgId) =>
          sql`
            SELECT ${columns} FROM webhooks WHERE org_id = ${orgId} AND listener_until IS NULL
            ORDER BY created_at, id`
      })
      const subscribers = SqlSchema.findAll({
        Request: OrgId,
        Result: Subscriber,
        execute: (orgId) => sql`
          SELECT id, events, robot_ids, listener_until IS NOT NULL AS is_listener FROM webhooks
          WHERE org_id = ${orgId} AND enabled`
      })
      const robotsAmong = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, ids: Schema.Array(RobotId) }),
        Result: Schema.Struct({ id: RobotId }),
        execute: ({ ids, orgId }) =>
          sql`SELECT id FROM robots WHERE org_id = ${orgId} AND id = ANY (${textArray(ids)}::uuid[])`
      })
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
      const run = <A>(statement: Effect.Effect<A, unknown>) => Effect.asVoid(Effect.orDie(statement))

      return WebhookStore.of({
        find: (key) => Effect.orDie(find(key)),
        lock: (key) => Effect.orDie(lock(key)),
        list: (orgId) => Effect.orDie(list(orgId)),
        subscribers: (orgId) => Effect.orDie(subscribers(orgId)),
        insert: (orgId, { description, enabled, events, id, robot_ids, url }, secret, at) =>
          run(sql`
            INSERT INTO webhooks (id, org_id, url, description, events, robot_ids, enabled, secret, created_at, updated_at)
            VALUES (${id}, ${orgId}, ${url}, ${description}, ${json(events)}::jsonb, ${json(robot_ids)}::jsonb, ${enabled},
              ${secret}, ${at}::timestamptz, ${at}::timestamptz)`),
        update: ({ description, enabled, events, id, robot_ids, url }, at) =>
          run(sql`
            UPDATE webhooks SET url = ${url}, description = ${description}, events = ${json(events)}::jsonb,
              robot_ids = ${json(robot_ids)}::jsonb, enabled = ${enabled}, updated_at = ${at}::timestamptz
            WHERE id = ${id}`),
        replaceSecret: (id, secret, previousUntil) =>
          run(sql`
            UPDATE webhooks SET previous_secret = secret, previous_until = ${previousUntil}::timestamptz, secret = ${secret}
            WHERE id = ${id}`),
        forgetOldSecrets: (now) =>
          run(sql`
            UPDATE webhooks SET previous_secret = NULL, previous_until = NULL WHERE previous_until <= ${now}::timestamptz`),
        delete: (id) => run(sql`DELETE FROM webhooks WHERE id = ${id}`),
        robotsAmong: (orgId, ids) =>
          Effect.map(Effect.orDie(robotsAmong({ orgId, ids })), (rows) => new Set(rows.map(({ id }) => id)))
      })
    })
  )
}
