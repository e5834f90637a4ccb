import { afterSilence, isEnded, raised, ranks } from "@fleet/server/billing/rules/attempts"
import { periodOf, plusMonths } from "@fleet/server/billing/rules/calendar"
import { dunningAt } from "@fleet/server/billing/rules/dunning"
import { netOfGross } from "@fleet/server/billing/rules/money"
import type { Package, Period } from "@fleet/server/billing/rules/Order"
import { netOf } from "@fleet/server/billing/rules/prices"
import { changeOrder, firstOrder, isSame, renewalOrder, upcomingOf } from "@fleet/server/billing/rules/quote"
import { Books } from "./Books.ts"
import { type Payment, type Seen, Silence } from "./Provider.ts"
import { type Attempt, dayMs, type Issued, ms, nothing, taxed } from "./Records.ts"

/** What Owners, the provider and the calendar make it do. */
export class Server extends Books {
  checkout(pack: Package) {
    this.commit(() => this.fire("checkout", {}, { order: firstOrder(pack, taxed) }))
    this.sweep()
  }

  change(target: Package) {
    this.commit(() => {
      const { pack, period } = this.db
      if (pack === null || this.db.state !== "active") return
      const change = changeOrder(pack, target, taxed, period!, this.today)
      const costs = (change.now?.gross_cents ?? 0) > 0
      const flying = this.db.attempts.filter((each) => each.kind === "change" && !isEnded(each) && !each.voided)
      if (costs && flying.some(({ order }) => isSame(order!, change.now!))) return
      const later =
        change.later === null
          ? null
          : { ...change.later, plan: change.later.plan === "plus" ? ("plus" as const) : null }
      if (this.fire("change", { costs, later: later !== null }, { order: change.now, later }))
        for (const each of flying) each.voided = true
    })
    this.sweep()
  }

  cancel() {
    this.commit(() => this.fire("cancel", {}, { later: { ...nothing, plan: "basic" } }))
  }

  resume() {
    this.commit(() => this.fire("resume"))
  }

  basic() {
    this.commit(() => this.fire("basic_chosen", {}, { later: { ...nothing, plan: "basic" } }))
    this.sweep()
  }

  pay() {
    this.commit(() => {
      const invoice = this.open.find(({ dayZero }) => dayZero !== null)
      if (invoice !== undefined) this.write("invoice", invoice.gross, true, { invoice: invoice.id })
    })
    this.sweep()
  }

  method() {
    this.commit(() => {
      if (this.db.pack !== null) this.write("method", 0, true)
    })
    this.sweep()
  }

  loseMandate() {
    if (this.db.mandate === null) return
    this.provider.mandates.delete(this.db.mandate)
    this.commit(() => this.fire("mandate_lost"))
  }

  validVatId() {
    this.vatInvalid = false
    this.commit(() => {
      if (this.db.held.length === 0) return
      const period = this.db.held[0]!.period!
      const settled = this.open.length === 0
      this.fire("vat_id_valid", { settled }, { period: { ...period, anchor: "" } })
    })
    this.sweep()
  }

  /** What was seen of a payment is written. */
  settle({ payment, startedAt }: Seen) {
    const known = this.db.attempts.find(({ id }) => id === payment.attempt)
    if (known !== undefined && this.isNews(known, payment) === false) return
    this.commit(() => {
      const attempt = this.db.attempts.find(({ id }) => id === payment.attempt)
      if (attempt === undefined || (attempt.payment !== null && attempt.payment !== payment.id)) return
      const before = attempt.status
      attempt.payment = payment.id
      attempt.status = this.fault === "rank_falls" ? payment.status : raised(before, payment.status)
      if (ranks[attempt.status] < ranks[before]) this.complaints.push(`rank of attempt ${attempt.id} fell`)
      if (attempt.status === "paid" && before !== "paid") this.paid(attempt, payment)
      else if (isEnded(attempt) && !isEnded({ status: before })) this.failed(attempt)
      if (startedAt <= attempt.seenAt) return
      attempt.seenAt = startedAt
      this.moved(attempt, payment)
    })
  }

  isNews({ chargedBack, credited, payment, status }: Attempt, seen: Payment): boolean {
    const same = payment === seen.id && status === seen.status && chargedBack === seen.chargedBack
    return !same || seen.refunds.some(({ id }) => !credited.includes(id))
  }

  paid(attempt: Attempt, seen: Payment) {
    const { kind, later, order } = attempt
    if (attempt.voided) return this.effects.give_back({ attempt, seen })
    if (kind === "first") return void this.fire("checkout_paid", {}, { attempt, order, seen })
    if (kind === "change")
      return void this.fire("change_paid", { later: later !== null }, { attempt, order, later, seen })
    attempt.used = true
    if (kind === "method") return void this.fire("method_paid", {}, { seen })
    const invoice = this.db.issued.find(({ id }) => id === attempt.invoice)!
    if (invoice.status === "paid") {
      attempt.used = false
      return this.effects.give_back({ attempt, seen })
    }
    const others = this.open.filter((each) => each !== invoice)
    const settled = (others.length === 0 && this.db.held.length === 0) || this.fault === "unlocked_by_one"
    this.fire("invoice_paid", { settled }, { attempt, invoice, seen })
    if (seen.mandate === null) return
    if (this.db.pack === null) this.db.revocations.push(seen.mandate)
    else this.effects.adopt_mandate({ seen })
  }

  failed(attempt: Attempt) {
    if (attempt.kind === "first") return void this.fire("checkout_ended")
    if (attempt.kind === "change") return void this.fire("change_ended")
    const invoice = this.db.issued.find(({ id }) => id === attempt.invoice)
    if (invoice?.status !== "open" || attempt.hosted) return
    if (attempt.status === "lost") return void this.write("invoice", invoice.gross, false, { invoice: invoice.id })
    this.fire("charge_failed", {}, { invoice })
  }

  /** Money that was given or taken back after it was paid. */
  moved(attempt: Attempt, seen: Payment) {
    const invoice = this.db.issued.find(({ id }) => id === attempt.invoice)
    if (!attempt.used || invoice === undefined) return
    for (const { cents, id } of seen.refunds) {
      if (attempt.credited.includes(id) || this.fault === "refund_missed") continue
      attempt.credited.push(id)
      const { gross_cents: gross, net_cents: net, vat_cents: vat } = netOfGross(cents, 19)
      this.number({ id: this.id(), kind: "credit_note", order: null, net, vat, gross, status: "paid", dayZero: null })
    }
    if (seen.chargedBack === attempt.chargedBack || this.fault === "chargeback_missed") return
    attempt.chargedBack = seen.chargedBack
    if (seen.chargedBack) {
      if (invoice.status === "paid") this.fire("charged_back", {}, { invoice })
      return
    }
    if (invoice.status === "paid") {
      attempt.used = false
      this.db.returns.push(attempt.id)
      return
    }
    const settled = this.open.every((each) => each === invoice) && this.db.held.length === 0
    this.fire("chargeback_reversed", { settled }, { invoice })
  }

  /** Sends what was written and never answered, gives back and revokes what has to be. */
  sweep() {
    try {
      for (const { id } of this.db.attempts) {
        const attempt = this.db.attempts.find((each) => each.id === id)!
        if (attempt.payment === null && !isEnded(attempt)) this.send(attempt)
      }
      for (const id of this.db.returns) {
        const payment = this.provider.payments.find(({ attempt }) => attempt === id)!
        const back = payment.refunds.reduce((total, { cents }) => total + cents, 0)
        if (!payment.chargedBack && back < payment.gross)
          this.provider.refund(payment, payment.gross - back, `back-${id}`)
        this.point()
      }
      for (const mandate of this.db.revocations) {
        this.provider.reach()
        this.provider.mandates.delete(mandate)
      }
      this.db.revocations.length = 0
    } catch (error) {
      if (!(error instanceof Silence)) throw error
    }
  }

  send(attempt: Attempt) {
    if (afterSilence(attempt.createdAt, this.now) === "look_up" && this.fault !== "retry_without_look_up") {
      this.provider.reach()
      const found = this.provider.payments.find((payment) => payment.attempt === attempt.id)
      if (found !== undefined) return this.settle(this.provider.look(found))
      return this.commit(() => {
        const lost = this.db.attempts.find(({ id }) => id === attempt.id)!
        lost.status = "lost"
        this.failed(lost)
      })
    }
    const payment = this.provider.post(`key-${attempt.id}`, attempt.id, attempt.gross, attempt.hosted, this.now)
    this.point()
    this.settle(this.provider.look(payment))
  }

  /** Asks about all payments, as is done daily. */
  poll() {
    if (this.provider.mode === "away") return
    for (const payment of this.provider.payments) {
      if (this.fault !== "lost_webhook_forgotten") this.settle(this.provider.look(payment))
    }
  }

  /** What is owed for longest. */
  get owed() {
    const invoice = this.open
      .filter(({ dayZero }) => dayZero !== null)
      .toSorted((a, b) => (a.dayZero! < b.dayZero! ? -1 : 1))[0]
    const [held] = this.db.held
    if (held !== undefined && (invoice === undefined || held.period!.start < invoice.dayZero!)) {
      return {
        invoice: null,
        step: dunningAt({ dayZero: held.period!.start, tried: false, lastTryAt: null, pending: false }, this.now)
      }
    }
    if (invoice === undefined) return null
    const pending = this.db.attempts.some((each) => each.invoice === invoice.id && !isEnded(each))
    const { chargedBack, dayZero, lastTryAt } = invoice
    return { invoice, step: dunningAt({ dayZero: dayZero!, tried: !chargedBack, lastTryAt, pending }, this.now) }
  }

  /** All that is due now. */
  run() {
    this.sweep()
    for (let turn = 0; turn < 60 && this.next(); turn += 1) this.sweep()
  }

  next(): boolean {
    const { locked, period } = this.db
    const owed = locked ? null : this.owed
    const ends = period !== null && ms(period.end) <= this.now
    if (
      owed !== null &&
      (owed.step.retry || owed.step.lock) &&
      !(ends && owed.step.lock && ms(period.end) < owed.step.lockAt)
    ) {
      const { invoice, step: due } = owed
      if (due.lock) return this.commit(() => this.lock(invoice))
      return this.commit(() => {
        const tried = this.db.issued.find(({ id }) => id === invoice!.id)!
        tried.lastTryAt = this.now
        return this.fire("retry_due", {}, { invoice: tried })
      })
    }
    return ends && this.commit(() => this.endPeriod())
  }

  lock(invoice: Issued | null) {
    const tried = invoice?.lastTryAt ?? null
    if (tried !== null && this.now < tried + dayMs) this.complaints.push("locked within a day of a retry")
    return this.fire("lock_due")
  }

  /** Only what is planted: a lock that does not heed the retry before it. */
  lockEarly() {
    const { owed } = this
    if (this.fault !== "lock_too_early" || owed?.invoice?.lastTryAt == null || this.db.locked) return
    this.commit(() => this.lock(owed.invoice))
  }

  endPeriod() {
    const { anchor, pack, pending, period } = this.db
    const next = upcomingOf(
      pack!,
      this.fault === "pending_forgotten" && pending?.plan !== "basic" ? nothing : (pending ?? nothing)
    )
    for (const each of this.db.attempts) if (each.kind === "change" && !isEnded(each)) each.voided = true
    if (next === null) return this.fire("period_end")
    const promised = netOf(upcomingOf(pack!, pending ?? nothing) ?? pack!, taxed.currency)
    const following = this.following(anchor, pack!, next, period!)
    const order = renewalOrder(next, taxed, following)
    if (order.net_cents !== promised) this.complaints.push(`renewed for ${order.net_cents}, not ${promised}`)
    const done = this.fire("period_end", {}, { next, period: following, order })
    if (this.fault === "renewed_twice" && this.db.ids % 5 === 0) this.issue(order, "open", this.id(), this.today)
    return done && this.db.state !== "locked_out"
  }

  following(anchor: string, pack: Package, next: Package, { end, index, start }: Period): Period & { anchor: string } {
    const months = next.cycle === "monthly" ? 1 : 12
    if (this.fault === "chained_months") return { anchor, index: index + 1, start: end, end: plusMonths(end, months) }
    if (next.cycle === pack.cycle) return { anchor, ...periodOf(anchor, next.cycle, index + 1) }
    if (next.cycle === "monthly") return { anchor, ...periodOf(anchor, next.cycle, (index + 1) * 12) }
    return start === end ? { anchor, index, start, end } : { anchor: end, ...periodOf(end, next.cycle, 0) }
  }
}
