import { OrgId } from "@fleet/domain/Ids"
import { PlanKeep } from "@fleet/domain/Plans"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Change } from "../../org/OrgPlans.ts"
import { textArray } from "../../platform/sql/values.ts"

/** What a plan counts, as a cut removes it. */
export const CutKind = Schema.Literals(["seats", "robots", "apps", "app_users"])
export type CutKind = typeof CutKind.Type

/** What one removal takes away. */
export const RemovalKind = Schema.Literals([
  "team_invitation",
  "developer",
  "robot",
  "app",
  "app_invitation",
  "app_user"
])
export type RemovalKind = typeof RemovalKind.Type

const Cut = Schema.Struct({ keep: PlanKeep, kinds: Schema.Array(CutKind) })

const Removal = Schema.Struct({
  seq: Schema.Int,
  kind: RemovalKind,
  id: Schema.String,
  /** The app of an app user or an app's invitation; null where it has gone, and for others. */
  app_id: Schema.NullOr(Schema.String)
})
export type Removal = typeof Removal.Type

const Owner = Schema.Struct({ id: Schema.String, email: Schema.String, display_name: Schema.NullOr(Schema.String) })

/** What is still to be removed after a change of plan, and what could be. */
export class PlanCutStore extends Context.Service<
  PlanCutStore,
  {
    /** In place of the one before. */
    readonly begin: (orgId: OrgId, change: Change, kinds: ReadonlyArray<CutKind>, now: Date) => Effect.Effect<void>
    readonly find: (orgId: OrgId) => Effect.Effect<Option.Option<typeof Cut.Type>>
    /** Takes the cut that is due for longest until a time, when another may take it. */
    readonly claim: (now: Date, until: Date) => Effect.Effect<Option.Option<OrgId>>
    readonly setKinds: (orgId: OrgId, kinds: ReadonlyArray<CutKind>) => Effect.Effect<void>
    readonly end: (orgId: OrgId) => Effect.Effect<void>
    readonly plan: (orgId: OrgId, kind: RemovalKind, ids: ReadonlyArray<string>) => Effect.Effect<void>
    readonly next: (orgId: OrgId) => Effect.Effect<Option.Option<Removal>>
    readonly removed: (orgId: OrgId, removal: Removal) => Effect.Effect<void>
    /** The outstanding invitations that count, newest first; robots and apps have none. */
    readonly invitations: (orgId: OrgId, kind: CutKind, now: Date) => Effect.Effect<ReadonlyArray<string>>
    /** Those of the org, oldest first, Owners left out. */
    readonly members: (orgId: OrgId, kind: CutKind) => Effect.Effect<ReadonlyArray<string>>
    /** Which of the ids are the org's, Owners among them. */
    readonly known: (orgId: OrgId, kind: CutKind, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
    /** Of a developer; none where it has gone. */
    readonly email: (orgId: OrgId, developer: string) => Effect.Effect<string | null>
    readonly name: (orgId: OrgId) => Effect.Effect<string>
    readonly owners: (orgId: OrgId) => Effect.Effect<ReadonlyArray<typeof Owner.Type>>
  }
>()("@fleet/server/PlanCutStore") {
  static readonly layer = Layer.effect(
    PlanCutStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const table = { seats: "developers", robots: "robots", apps: "apps", app_users: "app_users" } as const
      const find = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Cut,
        execute: (id) => sql`SELECT keep, kinds FROM plan_cuts WHERE org_id = ${id}`
      })
      const claim = SqlSchema.findOneOption({
        Request: Schema.Struct({ now: Schema.Date, until: Schema.Date }),
        Result: Schema.Struct({ org_id: OrgId }),
        execute: ({ now, until }) => sql`
          UPDATE plan_cuts SET due_at = ${until} WHERE org_id = (
            SELECT org_id FROM plan_cuts WHERE due_at <= ${now} ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING org_id`
      })
      const next = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Removal,
        execute: (id) => sql`
          SELECT seq, kind, id, coalesce(
            (SELECT app_id FROM app_users u WHERE u.id = r.id), (SELECT app_id FROM app_invitations i WHERE i.id = r.id)
          ) AS app_id
          FROM plan_removals r WHERE org_id = ${id} ORDER BY seq LIMIT 1`
      })
      const owners = SqlSchema.findAll({
        Request: OrgId,
        Result: Owner,
        execute: (id) => sql`
          SELECT id, email, display_name FROM developers WHERE org_id = ${id} AND tier = 'owner' ORDER BY created_at, id`
      })
      const idsOf = (rows: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
        Effect.map(Effect.orDie(rows), (found) => found.map((row) => (row as { readonly id: string }).id))

      return PlanCutStore.of({
        begin: (id, { chosen_at, chosen_by, effective_at, keep, reason, target_plan }, kinds, now) =>
          Effect.andThen(
            sql`DELETE FROM plan_cuts WHERE org_id = ${id}`,
            sql`
              INSERT INTO plan_cuts (
                org_id, target_plan, reason, effective_at, keep, chosen_by, chosen_at, kinds, due_at)
              VALUES (${id}, ${target_plan}, ${reason}, ${reason === "lock" ? null : effective_at}::timestamptz,
                ${JSON.stringify(keep)}::text::jsonb, ${chosen_by}, ${chosen_at}, ${textArray(kinds)}::text[], ${now})`
          ).pipe(Effect.orDie, Effect.asVoid),
        find: (id) => Effect.orDie(find(id)),
        claim: (now, until) =>
          Effect.map(
            Effect.orDie(claim({ now, until })),
            Option.map(({ org_id }) => org_id)
          ),
        setKinds: (id, kinds) =>
          sql`UPDATE plan_cuts SET kinds = ${textArray(kinds)}::text[] WHERE org_id = ${id}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        end: (id) => sql`DELETE FROM plan_cuts WHERE org_id = ${id}`.pipe(Effect.orDie, Effect.asVoid),
        plan: (id, kind, ids) =>
          sql`
            INSERT INTO plan_removals (org_id, seq, kind, id)
            SELECT ${id}::uuid, coalesce((SELECT max(seq) FROM plan_removals WHERE org_id = ${id}), 0) + n, ${kind},
              item::uuid
            FROM unnest(${textArray(ids)}::text[]) WITH ORDINALITY AS items (item, n)`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        next: (id) => Effect.orDie(next(id)),
        removed: (id, { seq }) =>
          sql`DELETE FROM plan_removals WHERE org_id = ${id} AND seq = ${seq}`.pipe(Effect.orDie, Effect.asVoid),
        invitations: (id, kind, now) => {
          if (kind !== "seats" && kind !== "app_users") return Effect.succeed([])
          const from = sql.literal(kind === "seats" ? "team_invitations" : "app_invitations")
          return idsOf(
            sql`SELECT id FROM ${from} WHERE org_id = ${id} AND expires_at > ${now} ORDER BY created_at DESC, id`
          )
        },
        members: (id, kind) =>
          idsOf(
            sql`
              SELECT id FROM ${sql.literal(table[kind])} WHERE org_id = ${id}
              ${sql.literal(kind === "seats" ? "AND tier <> 'owner'" : "")} ORDER BY created_at, id`
          ),
        known: (id, kind, ids) =>
          Effect.map(
            idsOf(
              sql`
                SELECT id FROM ${sql.literal(table[kind])}
                WHERE org_id = ${id} AND id = ANY (${textArray(ids)}::text[]::uuid[])`
            ),
            (found) => new Set(found)
          ),
        email: (id, developer) =>
          sql<{ readonly email: string }>`SELECT email FROM developers WHERE org_id = ${id} AND id = ${developer}`.pipe(
            Effect.orDie,
            Effect.map(([row]) => row?.email ?? null)
          ),
        name: (id) =>
          sql<{ readonly name: string }>`SELECT name FROM orgs WHERE id = ${id}`.pipe(
            Effect.orDie,
            Effect.map(([row]) => row!.name)
          ),
        owners: (id) => Effect.orDie(owners(id))
      })
    })
  )
}
