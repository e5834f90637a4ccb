import { Currency, Cycle, Payer, PaymentMethod, VatIdStatus } from "@fleet/domain/Billing"
import { OrgId } from "@fleet/domain/Ids"
import { Addons, PlanName } from "@fleet/domain/Plans"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { lockOrgForUpdate } from "../../org/lockOrgForUpdateSql.ts"
import { Day } from "../rules/Order.ts"

/**
 * What an organisation pays for. `plan` is the paid one, also when the organisation is put on another; `due_at` is when
 * something is to be done next: a renewal, a step of dunning or the end of a period.
 */
export const Account = Schema.Struct({
  org_id: OrgId,
  customer_id: Schema.NullOr(Schema.String),
  payer: Payer,
  currency: Currency,
  treatment: Schema.Literals(["domestic", "reverse_charge", "outside_eu"]),
  rate_percent: Schema.Int,
  vat_id_status: Schema.NullOr(VatIdStatus),
  vat_proof: Schema.NullOr(Schema.Unknown),
  vat_check_at: Schema.NullOr(Schema.Date),
  status: Schema.Literals(["pending", "active", "canceled"]),
  plan: PlanName,
  cycle: Cycle,
  addons: Addons,
  anchor: Schema.NullOr(Day),
  period_index: Schema.Int,
  period_start: Schema.NullOr(Day),
  period_end: Schema.NullOr(Day),
  scheduled: Schema.NullOr(Schema.Struct({ cycle: Schema.NullOr(Cycle), addons: Schema.NullOr(Addons) })),
  mandate_id: Schema.NullOr(Schema.String),
  method: Schema.NullOr(PaymentMethod),
  due_at: Schema.NullOr(Schema.Date),
  created_at: Schema.Date
})
export type Account = typeof Account.Type

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** The billing_accounts table. */
export class AccountStore extends Context.Service<
  AccountStore,
  {
    readonly find: (orgId: OrgId) => Effect.Effect<Option.Option<Account>>
    /** With the organisation's row locked until the transaction ends, whether or not there is an account. */
    readonly lock: (orgId: OrgId) => Effect.Effect<Option.Option<Account>>
    /** Writes the account, a new one too. */
    readonly save: (account: Account) => Effect.Effect<void>
    /** Holds the row of the organisation whose account is due for longest, of those that nobody else holds. */
    readonly lockDue: (now: Date) => Effect.Effect<Option.Option<OrgId>>
    /** Nothing is done about the account until then. */
    readonly putOff: (orgId: OrgId, until: Date) => Effect.Effect<void>
    /** The next one whose VAT ID is to be asked about; it is due again at `until`. */
    readonly claimVatCheck: (now: Date, until: Date) => Effect.Effect<Option.Option<Account>>
  }
>()("@fleet/server/billing/AccountStore") {
  static readonly layer = Layer.effect(
    AccountStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns =
        sql.literal(`org_id, customer_id, payer, currency, treatment, rate_percent, vat_id_status, vat_proof,
        vat_check_at, status, plan, cycle, addons, anchor::text AS anchor, period_index,
        period_start::text AS period_start, period_end::text AS period_end, scheduled, mandate_id, method, due_at,
        created_at`)
      const find = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Account,
        execute: (id) => sql`SELECT ${columns} FROM billing_accounts WHERE org_id = ${id}`
      })
      const lockDue = SqlSchema.findOneOption({
        Request: Schema.Date,
        Result: Schema.Struct({ id: OrgId }),
        execute: (now) => sql`
          SELECT o.id FROM billing_accounts b JOIN orgs o ON o.id = b.org_id
          WHERE b.due_at <= ${now}::timestamptz ORDER BY b.due_at LIMIT 1 FOR NO KEY UPDATE OF o SKIP LOCKED`
      })
      const claimVatCheck = SqlSchema.findOneOption({
        Request: Schema.Struct({ now: Schema.Date, until: Schema.Date }),
        Result: Account,
        execute: ({ now, until }) => sql`
          UPDATE billing_accounts SET vat_check_at = ${until}::timestamptz
          WHERE org_id = (
            SELECT org_id FROM billing_accounts WHERE vat_check_at <= ${now}::timestamptz
            ORDER BY vat_check_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING ${columns}`
      })
      const save = (a: Account) => sql`
        INSERT INTO billing_accounts (org_id, customer_id, payer, currency, treatment, rate_percent, vat_id_status,
          vat_proof, vat_check_at, status, plan, cycle, addons, anchor, period_index, period_start, period_end, scheduled,
          mandate_id, method, due_at, created_at)
        VALUES (${a.org_id}, ${a.customer_id}, ${json(a.payer)}::jsonb, ${a.currency}, ${a.treatment}, ${a.rate_percent},
          ${a.vat_id_status}, ${json(a.vat_proof)}::jsonb, ${a.vat_check_at}::timestamptz, ${a.status}, ${a.plan},
          ${a.cycle}, ${json(a.addons)}::jsonb, ${a.anchor}::text::date, ${a.period_index}, ${a.period_start}::text::date,
          ${a.period_end}::text::date, ${json(a.scheduled)}::jsonb, ${a.mandate_id}, ${json(a.method)}::jsonb,
          ${a.due_at}::timestamptz, ${a.created_at}::timestamptz)
        ON CONFLICT (org_id) DO UPDATE SET customer_id = excluded.customer_id, payer = excluded.payer,
          currency = excluded.currency, treatment = excluded.treatment, rate_percent = excluded.rate_percent,
          vat_id_status = excluded.vat_id_status, vat_proof = excluded.vat_proof, vat_check_at = excluded.vat_check_at,
          status = excluded.status, plan = excluded.plan, cycle = excluded.cycle, addons = excluded.addons,
          anchor = excluded.anchor, period_index = excluded.period_index, period_start = excluded.period_start,
          period_end = excluded.period_end, scheduled = excluded.scheduled, mandate_id = excluded.mandate_id,
          method = excluded.method, due_at = excluded.due_at`
      return AccountStore.of({
        find: (id) => Effect.orDie(find(id)),
        lock: (id) => Effect.andThen(lockOrgForUpdate(sql, id), Effect.orDie(find(id))),
        save: (account) => Effect.asVoid(Effect.orDie(save(account))),
        lockDue: (now) =>
          Effect.map(
            Effect.orDie(lockDue(now)),
            Option.map(({ id }) => id)
          ),
        putOff: (orgId, until) =>
          Effect.asVoid(
            Effect.orDie(sql`UPDATE billing_accounts SET due_at = ${until}::timestamptz WHERE org_id = ${orgId}`)
          ),
        claimVatCheck: (now, until) => Effect.orDie(claimVatCheck({ now, until }))
      })
    })
  )
}
