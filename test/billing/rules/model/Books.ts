import { dayOf, periodOf, yearOf } from "@fleet/server/billing/rules/calendar"
import { share, sum } from "@fleet/server/billing/rules/money"
import type { Order, Period } from "@fleet/server/billing/rules/Order"
import { type AccountEffect, type AccountEvent, type Facts, step } from "@fleet/server/billing/rules/states"
import { DateTime } from "effect"
import type { Provider } from "./Provider.ts"
import { type Attempt, Crash, emptyDb, type Fault, type Issued, type Work } from "./Records.ts"

/** A server that does what the table of states says, in memory. */
export class Books {
  db = emptyDb()
  now = DateTime.toEpochMillis(DateTime.makeUnsafe("2026-10-20T10:00:00Z"))
  vatInvalid = false
  /** The crash comes at this point from now; 0 is never. */
  crashIn = 0
  readonly complaints: Array<string> = []
  readonly provider: Provider
  readonly fault: Fault | null

  constructor(provider: Provider, fault: Fault | null) {
    this.provider = provider
    this.fault = fault
  }

  get today() {
    return dayOf(DateTime.makeUnsafe(this.now))
  }

  point() {
    if (this.crashIn > 0 && --this.crashIn === 0) throw new Crash()
  }

  commit<A>(work: () => A): A {
    const before = structuredClone(this.db)
    try {
      const result = work()
      this.point()
      return result
    } catch (error) {
      const { counters } = this.db
      this.db = this.fault === "number_before_commit" ? { ...before, counters } : before
      throw error
    }
  }

  get open() {
    return this.db.issued.filter(({ status }) => status === "open")
  }

  facts(facts: Partial<Facts>): Facts {
    const { mandate, pending } = this.db
    return {
      provider: true,
      mandate: mandate !== null,
      fits: true,
      pending: pending !== null,
      ends: pending?.plan === "basic",
      costs: false,
      later: false,
      vat_invalid: this.vatInvalid,
      settled: false,
      ...facts
    }
  }

  fire(event: AccountEvent, facts: Partial<Facts> = {}, work: Work = {}): boolean {
    const answer = step(this.db.state, event, this.facts(facts))
    if ("refused" in answer) return false
    this.db.state = answer.next
    for (const effect of answer.effects) this.effects[effect](work)
    return true
  }

  id() {
    this.db.ids += 1
    return this.db.ids
  }

  write(kind: Attempt["kind"], gross: number, hosted: boolean, rest: Partial<Attempt> = {}): Attempt {
    const attempt: Attempt = {
      id: this.id(),
      kind,
      gross,
      hosted,
      order: null,
      later: null,
      invoice: null,
      createdAt: this.now,
      status: "created",
      payment: null,
      seenAt: 0,
      used: false,
      voided: false,
      credited: [],
      chargedBack: false,
      ...rest
    }
    this.db.attempts.push(attempt)
    return attempt
  }

  issue(order: Order, status: "open" | "paid", id: number, dayZero: string | null = null) {
    const vat =
      this.fault === "vat_per_line" ? sum(order.lines.map((line) => share(line.net_cents, 19, 100))) : order.vat_cents
    this.number({ id, kind: "invoice", order, net: order.net_cents, vat, gross: order.gross_cents, status, dayZero })
  }

  number(rest: Pick<Issued, "id" | "kind" | "order" | "net" | "vat" | "gross" | "status" | "dayZero">) {
    const year = yearOf(DateTime.makeUnsafe(this.now))
    const seq = (this.db.counters[year] ?? 0) + 1
    this.db.counters[year] = seq
    this.db.issued.push({ ...rest, year, seq, lastTryAt: null, chargedBack: false })
  }

  span(anchor: string, period: Period) {
    this.db.anchor = anchor
    this.db.period = period
  }

  revokeAllBut(kept: number | null) {
    for (const { mandate } of this.provider.payments) {
      if (mandate !== null && mandate !== kept && this.provider.mandates.has(mandate)) this.db.revocations.push(mandate)
    }
  }

  readonly effects: Readonly<Record<AccountEffect, (work: Work) => void>> = {
    open_checkout: ({ order }) => void this.write("first", order!.gross_cents, true, { order: order! }),
    start_period: ({ order, seen }) => {
      const anchor = dayOf(DateTime.makeUnsafe(seen!.paidAt))
      const { addons, cycle, plan } = order!
      this.db.pack = { addons, cycle, plan }
      this.db.pending = null
      this.span(anchor, periodOf(anchor, cycle, 0))
    },
    issue_paid: ({ attempt, order }) => {
      const id = this.id()
      Object.assign(attempt!, { invoice: id, used: true })
      this.issue(order!, "paid", id)
    },
    issue_open: (work) => this.issue(work.order!, "open", (work.id ??= this.id()), work.dunned ?? null),
    adopt_mandate: ({ seen }) => {
      const old = this.db.mandate
      if (seen!.mandate === null) return
      this.db.mandate = seen!.mandate
      if (old !== null && this.fault !== "old_mandate_kept") this.db.revocations.push(old)
    },
    revoke_mandates: () => {
      if (this.fault !== "old_mandate_kept") this.revokeAllBut(this.db.mandate)
    },
    drop_mandate: () => void (this.db.mandate = null),
    give_back: ({ attempt, seen }) => {
      if (this.fault !== "second_payment_kept") this.db.returns.push(attempt!.id)
      if (seen!.mandate !== null) this.db.revocations.push(seen!.mandate)
    },
    set_pending: ({ later }) => void (this.db.pending = later!),
    withdraw_pending: () => void (this.db.pending = null),
    apply_pending: () => void (this.db.pending = null),
    apply_change: ({ order }) => {
      if (order === null || order === undefined) return
      const { addons, cycle, period, plan } = order
      if (cycle !== this.db.pack!.cycle) this.span(period!.start, period!)
      this.db.pack = { addons, cycle, plan }
    },
    charge: (work) => {
      const { later, order } = work
      if (order?.kind === "change")
        return void this.write("change", order.gross_cents, false, { order, later: later ?? null })
      work.id ??= work.invoice?.id ?? this.id()
      this.write("invoice", work.invoice?.gross ?? order!.gross_cents, false, { invoice: work.id })
    },
    advance_period: ({ next, period }) => {
      this.db.pack = next!
      this.span(period!.anchor, period!)
    },
    hold_charge: ({ order }) => void this.db.held.push(order!),
    release_charge: (work) => {
      const [last, ...others] = this.db.held.toReversed()
      for (const order of others) this.issue(order, "open", this.id(), order.period!.start)
      Object.assign(work, { order: last })
      this.db.held = []
    },
    begin_dunning: (work) => {
      if (work.invoice === undefined) work.dunned = work.period?.start ?? this.today
      else work.invoice.dayZero ??= work.invoice.order?.period?.start ?? this.today
    },
    mark_paid: ({ invoice }) => void Object.assign(invoice!, { status: "paid", dayZero: null, chargedBack: false }),
    reopen: ({ invoice }) => void Object.assign(invoice!, { status: "open", dayZero: this.today, chargedBack: true }),
    write_off: () => {
      for (const invoice of this.open) Object.assign(invoice, { status: "uncollectible", dayZero: null })
      this.db.held = []
    },
    lock: () => void (this.db.locked = true),
    unlock: () => void (this.db.locked = false),
    end_plan: () => Object.assign(this.db, { pack: null, period: null, pending: null, mandate: null }),
    postpone: () => {}
  }
}
