import { daysBetween, periodOf } from "@fleet/server/billing/rules/calendar"
import { share } from "@fleet/server/billing/rules/money"
import type { Package } from "@fleet/server/billing/rules/Order"
import { noAddons } from "@fleet/server/billing/rules/prices"
import { randomOf } from "../random.ts"
import { Provider, Silence } from "./Provider.ts"
import { Crash, type Fault } from "./Records.ts"
import { Server } from "./Server.ts"

const acts = [
  "days",
  "days",
  "days",
  "away",
  "checkout",
  "checkout",
  "hosted_paid",
  "hosted_paid",
  "hosted_paid",
  "hosted_failed",
  "change",
  "change",
  "cancel",
  "resume",
  "basic",
  "pay",
  "method",
  "mandate_lost",
  "vat_invalid",
  "vat_valid",
  "deliver",
  "deliver",
  "deliver",
  "charge_back",
  "reverse",
  "refund",
  "provider_away",
  "provider_drops",
  "provider_back",
  "will_fail",
  "will_pend",
  "will_pay",
  "poll",
  "crash",
  "settle"
] as const

/** One thing that happens; `seed` decides how. */
export interface Act {
  readonly name: (typeof acts)[number]
  readonly seed: number
}

export const actsOf = (seed: number, length = 110): ReadonlyArray<Act> => {
  const random = randomOf(seed)
  return Array.from({ length }, () => ({ name: random.of(acts), seed: random.next() }))
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const packOf = (seed: number): Package => {
  const random = randomOf(seed)
  const cycle = random.of(["monthly", "monthly", "yearly"] as const)
  if (random.below(3) === 0) return { plan: "plus", cycle, addons: noAddons }
  return { plan: "pro", cycle, addons: { ...noAddons, seats: random.below(4), robots: random.below(3) } }
}

/** What is wrong after a step; null where nothing is. */
const wrong = ({ complaints, db }: Server): string | null => {
  if (complaints.length > 0) return complaints[0]!
  for (const [year, count] of Object.entries(db.counters)) {
    const numbers = db.issued.filter((each) => each.year === Number(year)).map(({ seq }) => seq)
    if (numbers.length !== count || numbers.some((seq, at) => seq !== at + 1))
      return `numbers of ${year}: ${numbers.join()} of ${count}`
  }
  const renewals = db.issued.flatMap(({ order }) => (order?.kind === "renewal" ? [order.period!] : []))
  const starts = renewals.map(({ start }) => start)
  if (new Set(starts).size < starts.length) return `a period is charged twice: ${starts.join()}`
  for (const { gross, net, vat } of db.issued.filter(({ kind }) => kind === "invoice")) {
    if (vat !== share(net, 19, 100) || gross !== net + vat) return `VAT of ${net} is ${vat}`
  }
  if (db.locked !== (db.state === "locked" || db.state === "locked_out")) return `locked is ${db.locked} in ${db.state}`
  const owes = db.held.length > 0 || db.issued.some(({ status }) => status === "open")
  if (db.state === "locked" && !owes) return "locked without anything that is open"
  if (db.state === "active" && db.issued.some(({ dayZero, status }) => status === "open" && dayZero !== null))
    return "active with something that is dunned"
  if (db.period !== null) {
    const { end, index, start } = db.period
    const period = periodOf(db.anchor, db.pack!.cycle, index)
    if (period.end !== end || (period.start !== start && index > 0))
      return `period ${index} of ${db.anchor} is ${start} to ${end}`
  }
  return null
}

/** After all that was begun has ended and the server has seen it. */
const atRest = (server: Server, provider: Provider): string | null => {
  const { db } = server
  const sum = db.issued.reduce(
    (total, { gross, kind, status }) =>
      kind === "credit_note" ? total - gross : status === "paid" ? total + gross : total,
    0
  )
  if (sum !== provider.taken) return `taken ${provider.taken}, on invoices ${sum}`
  if (db.attempts.some(({ status }) => !["paid", "failed", "canceled", "expired", "lost"].includes(status)))
    return "a payment was forgotten"
  const used = [...provider.mandates].filter((mandate) => mandate !== db.mandate)
  if (used.length > 0) return `mandates ${used.join()} are left beside ${db.mandate}`
  if (db.period !== null && db.state !== "locked_out" && daysBetween(server.today, db.period.end) <= 0)
    return `the period to ${db.period.end} is over`
  if (db.state !== "locked_out" && db.issued.some(({ dayZero, status }) => status === "open" && dayZero === null))
    return "an open invoice is forgotten"
  return null
}

const settle = (server: Server, provider: Provider) => {
  server.crashIn = 0
  provider.mode = "well"
  provider.next = "paid"
  for (let turn = 0; turn < 4; turn += 1) {
    server.now += hourMs
    server.run()
    for (const payment of provider.payments) {
      if (payment.status === "pending") provider.end(payment, "paid", server.now)
      if (payment.status === "open") provider.end(payment, "expired", server.now)
    }
    server.poll()
    server.run()
  }
}

const perform = ({ name, seed }: Act, server: Server, provider: Provider) => {
  const random = randomOf(seed)
  const hosted = (status: "paid" | "failed") => {
    const payment = provider.someOpen(random)
    if (payment !== undefined) provider.end(payment, status, server.now)
  }
  const clean = provider.payments.filter(({ status }) => status === "paid")
  const plain = clean.filter(({ chargedBack, refunds }) => !chargedBack && refunds.length === 0)
  switch (name) {
    case "days":
      for (let half = 2 * (1 + random.below(30)); half > 0; half -= 1) {
        server.now += 12 * hourMs
        server.run()
        server.lockEarly()
      }
      return
    case "away":
      server.now += random.below(45) * dayMs
      return server.run()
    case "checkout":
      return server.checkout(packOf(seed))
    case "hosted_paid":
      return hosted("paid")
    case "hosted_failed":
      return hosted("failed")
    case "change":
      return server.change(packOf(seed))
    case "cancel":
    case "resume":
    case "basic":
    case "pay":
    case "method":
    case "poll":
      return server[name]()
    case "mandate_lost":
      return server.loseMandate()
    case "vat_invalid":
      server.vatInvalid = true
      return
    case "vat_valid":
      return server.validVatId()
    case "deliver": {
      const at = random.below(Math.max(1, provider.looks.length))
      const look = provider.looks[at]
      if (random.below(2) === 0) provider.looks.splice(at, 1)
      if (look !== undefined) server.settle(look)
      return
    }
    case "charge_back":
    case "refund": {
      const payment = plain.findLast(({ gross }) => gross > 0)
      if (payment === undefined || server.db.returns.includes(payment.attempt)) return
      if (!server.db.attempts.some(({ id, used }) => id === payment.attempt && used)) return
      if (name === "refund") return provider.refund(payment, 1 + random.below(payment.gross), `desk-${seed}`)
      payment.chargedBack = true
      return provider.told(payment)
    }
    case "reverse": {
      const payment = clean.find(({ chargedBack }) => chargedBack)
      if (payment === undefined) return
      payment.chargedBack = false
      return provider.told(payment)
    }
    case "provider_away":
      provider.mode = "away"
      return
    case "provider_drops":
      provider.mode = "drops"
      return
    case "provider_back":
      provider.mode = "well"
      return
    case "will_fail":
      provider.next = "failed"
      return
    case "will_pend":
      provider.next = "pending"
      return
    case "will_pay":
      provider.next = "paid"
      return
    case "crash":
      server.crashIn = 1 + random.below(6)
      return
    case "settle":
      return settle(server, provider)
  }
}

/** Runs the acts; answers what went wrong after which, null where nothing did. */
export const play = (all: ReadonlyArray<Act>, fault: Fault | null = null): string | null => {
  const provider = new Provider()
  const server = new Server(provider, fault)
  for (const [at, act] of [...all, { name: "settle", seed: 0 } as const].entries()) {
    try {
      perform(act, server, provider)
    } catch (error) {
      if (!(error instanceof Crash) && !(error instanceof Silence)) throw error
    }
    const fails = wrong(server) ?? (act.name === "settle" ? atRest(server, provider) : null)
    if (fails !== null) return `after ${at} ${act.name}: ${fails}`
  }
  return null
}

/** As few of the acts as still go wrong. */
export const shrink = (all: ReadonlyArray<Act>, fault: Fault | null = null): ReadonlyArray<Act> => {
  let kept = all
  for (let size = all.length >> 1; size > 0; size >>= 1) {
    for (let from = 0; from < kept.length;) {
      const fewer = kept.toSpliced(from, size)
      if (play(fewer, fault) === null) from += size
      else kept = fewer
    }
  }
  return kept
}
