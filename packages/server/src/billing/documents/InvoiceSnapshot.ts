import { Currency, Cycle, Payer, PaymentMethod } from "@fleet/domain/Billing"
import { Count, Int } from "@fleet/domain/Wire"
import { Schema } from "effect"
import type { Locale } from "../../platform/i18n/Locale.ts"
import { Seller } from "../../platform/settings/Seller.ts"

const nullable = Schema.NullOr
const Cents = Int(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** A day in Berlin, as `2026-11-28`. */
const Day = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u))

/**
 * What a line is for: a plan or an add-on for a period, the share of a period that a change costs, the share of a period
 * that a change gives back, or money given back.
 */
export const InvoiceItem = Schema.Literals([
  "plus",
  "pro",
  "enterprise",
  "seats",
  "robots",
  "apps",
  "app_user_packs",
  "live_video_packs",
  "change",
  "unused_share",
  "refund"
])
export type InvoiceItem = typeof InvoiceItem.Type

/** Net amounts. `net_cents` is negative where the line takes from the total; `unit_cents` is the price of one, never so. */
export const InvoiceLine = Schema.Struct({
  item: InvoiceItem,
  quantity: Int(1, Number.MAX_SAFE_INTEGER),
  unit_cents: Count,
  net_cents: Cents
})
export type InvoiceLine = typeof InvoiceLine.Type

/**
 * All that the documents of an invoice or a credit note are made of, as it was when it was issued. The amounts of the
 * lines add up to `net_cents`, and of a credit note all are positive. `paid_cents` is what was paid, or given back, of
 * `gross_cents` when it was issued. `period` ends before its `end`.
 */
export const InvoiceSnapshot = Schema.Struct({
  kind: Schema.Literals(["invoice", "credit_note"]),
  number: Schema.String,
  issued_at: Schema.DateTimeUtcFromString,
  seller: Seller,
  payer: Payer,
  vat: Schema.Struct({
    treatment: Schema.Literals(["domestic", "reverse_charge", "outside_eu"]),
    rate_percent: Int(0, 100)
  }),
  currency: Currency,
  cycle: nullable(Cycle),
  period: nullable(Schema.Struct({ start: Day, end: Day })),
  lines: Schema.NonEmptyArray(InvoiceLine),
  net_cents: Count,
  vat_cents: Count,
  gross_cents: Count,
  paid_cents: Count,
  payment_method: nullable(PaymentMethod),
  /** The invoice that a credit note corrects. */
  corrects: nullable(Schema.Struct({ number: Schema.String, issued_at: Schema.DateTimeUtcFromString }))
})
export type InvoiceSnapshot = typeof InvoiceSnapshot.Type

const germanIn: ReadonlySet<string> = new Set(["DE", "AT"])

/** The language of the documents and mails to an address in this country. */
export const localeOfCountry = (country: string): Locale => (germanIn.has(country) ? "de" : "en")
