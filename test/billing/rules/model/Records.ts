import type { AttemptStatus } from "@fleet/server/billing/rules/attempts"
import { momentOf } from "@fleet/server/billing/rules/calendar"
import type { Order, Package, Period, Taxed } from "@fleet/server/billing/rules/Order"
import type { Pending } from "@fleet/server/billing/rules/quote"
import type { AccountState } from "@fleet/server/billing/rules/states"
import { DateTime } from "effect"
import type { Payment } from "./Provider.ts"

/** Mistakes that a server could make; the model makes one where it is asked to. */
export const faults = [
  "vat_per_line",
  "chained_months",
  "retry_without_look_up",
  "number_before_commit",
  "rank_falls",
  "second_payment_kept",
  "renewed_twice",
  "lock_too_early",
  "unlocked_by_one",
  "old_mandate_kept",
  "chargeback_missed",
  "refund_missed",
  "pending_forgotten",
  "lost_webhook_forgotten"
] as const
export type Fault = (typeof faults)[number]

export class Crash extends Error {}

export interface Attempt {
  readonly id: number
  readonly kind: "first" | "change" | "invoice" | "method"
  readonly gross: number
  readonly hosted: boolean
  readonly order: Order | null
  readonly later: Pending | null
  readonly invoice: number | null
  readonly createdAt: number
  status: AttemptStatus
  payment: number | null
  seenAt: number
  used: boolean
  voided: boolean
  credited: Array<string>
  chargedBack: boolean
}

export interface Issued {
  readonly id: number
  readonly kind: "invoice" | "credit_note"
  readonly year: number
  readonly seq: number
  readonly order: Order | null
  readonly net: number
  readonly vat: number
  readonly gross: number
  status: "open" | "paid" | "uncollectible"
  dayZero: string | null
  lastTryAt: number | null
  chargedBack: boolean
}

export const taxed: Taxed = { currency: "eur", treatment: "domestic", rate_percent: 19 }
export const ms = (day: string) => DateTime.toEpochMillis(momentOf(day))
export const nothing: Pending = { plan: null, cycle: null, addons: null }
export const dayMs = 86_400_000

export interface Db {
  state: AccountState
  pack: Package | null
  anchor: string
  period: Period | null
  pending: Pending | null
  mandate: number | null
  locked: boolean
  readonly attempts: Array<Attempt>
  readonly issued: Array<Issued>
  readonly counters: Record<number, number>
  readonly returns: Array<number>
  readonly revocations: Array<number>
  held: Array<Order>
  ids: number
}

export interface Work {
  readonly order?: Order | null
  readonly later?: Pending | null
  readonly attempt?: Attempt
  readonly seen?: Payment
  readonly invoice?: Issued
  readonly next?: Package | null
  readonly period?: Period & { readonly anchor: string }
  id?: number
  dunned?: string
}

export const emptyDb = (): Db => ({
  state: "none",
  pack: null,
  anchor: "",
  period: null,
  pending: null,
  mandate: null,
  locked: false,
  attempts: [],
  issued: [],
  counters: {},
  returns: [],
  revocations: [],
  held: [],
  ids: 0
})
