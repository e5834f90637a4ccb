import type { OrgId } from "@fleet/domain/Ids"
import { BillingTime } from "@fleet/server/billing/core/BillingTime"
import { BillingWork } from "@fleet/server/billing/core/BillingWork"
import { Orgs } from "@fleet/server/org/Orgs"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { startVies } from "@fleet/server/demo/provider/ViesHttp"
import { makeOrg, unique } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { type LoopbackMollie, makeLoopbackMollie } from "./loopbackMollie.ts"

export class Provider extends Context.Service<Provider, LoopbackMollie & { aheadMs: number }>()(
  "@fleet/test/Provider"
) {}

const seller = {
  name: "Robot Fleet Cloud GmbH",
  line1: "Lindenallee 12",
  postal_code: "10115",
  city: "Berlin",
  country: "DE",
  vat_id: "DE811907980",
  email: "billing@robotfleet.example",
  phone: "+49 30 901820",
  contact: "Accounts",
  register: "HRB 123456 B"
}

const often = { limit: 10_000, windowMs: 60_000 }

/** The whole service with a provider on loopback, and a clock of billing that a test moves. */
const billingApp = (viesUrl: string) =>
  Effect.gen(function* () {
    const provider = Object.assign(yield* makeLoopbackMollie, { aheadMs: 0 })
    provider.now.ms = () => Date.now() + provider.aheadMs
    const time = Effect.map(DateTime.now, (now) => DateTime.add(now, { milliseconds: provider.aheadMs }))
    return testApp({
      mollieApiKey: Option.some(Redacted.make("test_key")),
      mollieUrl: provider.url,
      viesUrl,
      seller: Option.some(seller),
      rateLimits: { billing_checkout: often, billing_vat_check: often, billing_webhook: often }
    }).pipe(Layer.provide(Layer.succeed(BillingTime, time)), Layer.merge(Layer.succeed(Provider, provider)))
  })

/** Without a VIES that answers. */
export const BillingApp = Layer.unwrap(billingApp("http://127.0.0.1:9"))

/** With a VIES on loopback that goes by the last digits. */
export const BillingAppWithVies = Layer.unwrap(
  Effect.flatMap(
    startVies(() => Date.now()),
    ({ url }) => billingApp(url)
  )
)

export const company = {
  kind: "company",
  company_name: `Acme & Sons <${unique()}>`,
  vat_id: null,
  address: { line1: "Street 1", line2: null, postal_code: "10115", city: "Berlin", country: "DE" },
  invoice_email: "invoices@example.com"
}

export const order = {
  plan: "pro",
  cycle: "monthly",
  addons: { seats: 2 },
  billing: company,
  accept_terms: true
}

/** An org on basic, with one seat. */
export const makeBuyer = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const world = yield* makeOrg
  yield* sql`DELETE FROM developers WHERE org_id = ${world.orgId} AND tier <> 'owner'`
  yield* (yield* Orgs).setPlan(world.orgId, "basic")
  const as = world.owner.token
  return {
    ...world,
    as,
    get: (path = "") => call("GET", `/api/billing${path}`, { as }),
    post: (path: string, body: unknown = {}) => call("POST", `/api/billing/${path}`, { as, body })
  }
})
export type Buyer = Effect.Success<typeof makeBuyer>

/** A checkout that was begun, with the id of its payment at the provider. */
export const begin = Effect.fnUntraced(function* (buyer: Buyer, body: unknown = order) {
  const provider = yield* Provider
  const answer = yield* buyer.post("checkout", body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return { id: answer.body.checkout_id as string, payment: provider.idOf(answer.body.checkout_url) }
})

/** An org that has paid for a plan. */
export const makeCustomer = Effect.fnUntraced(function* (body: unknown = order) {
  const buyer = yield* makeBuyer
  const checkout = yield* begin(buyer, body)
  ;(yield* Provider).pay(checkout.payment)
  yield* notify(checkout.payment)
  return { ...buyer, ...checkout }
})

/** Moves the clock of billing on, and does what is due until then. */
export const pass = Effect.fnUntraced(function* (days: number) {
  const provider = yield* Provider
  provider.aheadMs += days * 86_400_000
  yield* (yield* BillingWork).drain
})

/** As the provider tells of a payment. */
export const notify = (payment: string, query = "") =>
  call("POST", `/api/billing/mollie/webhook${query}`, {
    body: `id=${payment}`,
    headers: { "content-type": "application/x-www-form-urlencoded" }
  })

/** What was taken, invoiced and given back of an org, in cents. */
export const books = Effect.fnUntraced(function* (orgId: OrgId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ taken: number; invoiced: number; credited: number; back: number }>`
    SELECT (SELECT coalesce(sum(gross_cents), 0)::float8 FROM billing_attempts WHERE org_id = ${orgId} AND status = 'paid')
        AS taken,
      (SELECT coalesce(sum(gross_cents), 0)::float8 FROM billing_invoices
        WHERE org_id = ${orgId} AND kind = 'invoice' AND status = 'paid') AS invoiced,
      (SELECT coalesce(sum(gross_cents), 0)::float8 FROM billing_invoices
        WHERE org_id = ${orgId} AND kind = 'credit_note') AS credited,
      (SELECT coalesce(sum(a.gross_cents), 0)::float8 FROM billing_returns r JOIN billing_attempts a ON a.id = r.attempt_id
        WHERE r.org_id = ${orgId}) AS back`
  return row!
})

/** The next charges of a customer are declined. */
export const decline = Effect.fnUntraced(function* (
  { payment }: { readonly payment: string },
  reason: string,
  times = 1
) {
  const { charges, payments } = yield* Provider
  const customer = payments.get(payment)!.body.customerId as string
  for (let time = 0; time < times; time++) charges.push({ customer, what: reason })
})
