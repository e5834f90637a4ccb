import { Currency, Cycle, PaidPlan } from "@fleet/domain/Billing"
import { Addons } from "@fleet/domain/Plans"
import { Schema } from "effect"

/** A day in Berlin, as `2026-11-28`. */
export const Day = Schema.String
export type Day = string

/** From the day `start` to the day before `end`. */
export const Period = Schema.Struct({ index: Schema.Int, start: Day, end: Day })
export type Period = typeof Period.Type

/** `item` is the plan, an add-on, or the whole of a change. */
export const OrderLine = Schema.Struct({
  item: Schema.Literals([
    "plus",
    "pro",
    "seats",
    "robots",
    "apps",
    "app_user_packs",
    "live_video_packs",
    "change",
    "unused_share"
  ]),
  quantity: Schema.Int,
  unit_cents: Schema.Int,
  net_cents: Schema.Int
})
export type OrderLine = typeof OrderLine.Type

export const Taxed = Schema.Struct({
  currency: Currency,
  treatment: Schema.Literals(["domestic", "reverse_charge", "outside_eu"]),
  rate_percent: Schema.Int
})
export type Taxed = typeof Taxed.Type

/** What is paid for each period. */
export const Package = Schema.Struct({ plan: PaidPlan, cycle: Cycle, addons: Addons })
export type Package = typeof Package.Type

/** What is sold for how much, as it was quoted: it stays so whatever prices or addresses become until it is paid. */
export const Order = Schema.Struct({
  kind: Schema.Literals(["first", "renewal", "change"]),
  ...Package.fields,
  ...Taxed.fields,
  lines: Schema.Array(OrderLine),
  net_cents: Schema.Int,
  vat_cents: Schema.Int,
  gross_cents: Schema.Int,
  /** Null where the day of the payment decides. */
  period: Schema.NullOr(Period)
})
export type Order = typeof Order.Type
