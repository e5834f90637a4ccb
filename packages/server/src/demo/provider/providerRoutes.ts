import { acts, type Kept, newId, type Payment } from "./ProviderBook.ts"
import { centsOf, chargebackJson, listJson, mandateJson, paymentJson, refundJson } from "./providerJson.ts"

export interface Answer {
  readonly status: number
  readonly body?: unknown
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
}

/** What the routes work on. `changed` tells of a payment by its webhook. */
export interface Desk {
  readonly book: Kept
  readonly base: string
  readonly now: () => number
  readonly changed: (payment: Payment) => void
}

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized Request",
  404: "Not Found",
  409: "Conflict",
  410: "Gone",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable"
}

/** A refusal in the provider's form. */
export const refusal = (status: number, detail: string, field?: string): Answer => ({
  status,
  body: {
    status,
    title: titles[status] ?? "Error",
    detail,
    ...(field === undefined ? {} : { field }),
    _links: { documentation: { href: "https://docs.mollie.com/overview/handling-errors", type: "text/html" } }
  }
})

/** The methods that it has on. */
export const allMethods = ["creditcard", "paypal", "applepay"]

/** Those by which a mandate is given without money. */
const withoutMoney = ["creditcard", "paypal"]

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

const methodsOf = (given: unknown, cents: number): ReadonlyArray<string> => {
  if (Array.isArray(given)) return given.map(String)
  if (typeof given === "string") return [given]
  return cents === 0 ? withoutMoney : allMethods
}

const notFound = (what: string) => refusal(404, `No ${what} exists with this token.`)

const create = ({ base, book, changed, now }: Desk, body: Asked["body"]): Answer => {
  const amount = (body.amount ?? {}) as { readonly currency?: unknown; readonly value?: unknown }
  const cents = centsOf(amount.value)
  const currency = text(amount.currency)
  if (currency === null || !["EUR", "USD"].includes(currency)) {
    return refusal(422, "The currency is not supported", "amount.currency")
  }
  if (cents === null) return refusal(422, "The amount contains an invalid value", "amount.value")
  const description = text(body.description)
  if (description === null) return refusal(422, "The description is missing", "description")
  const sequence = body.sequenceType === "first" || body.sequenceType === "recurring" ? body.sequenceType : "oneoff"
  const methods = methodsOf(body.method, cents)
  if (methods.some((method) => !allMethods.includes(method))) {
    return refusal(422, "The payment method is not enabled", "method")
  }
  if (cents === 0 && (sequence !== "first" || methods.some((method) => !withoutMoney.includes(method)))) {
    return refusal(422, "The amount is lower than the minimum", "amount.value")
  }
  const customerId = text(body.customerId)
  if (sequence !== "oneoff" && (customerId === null || book.customers[customerId] === undefined)) {
    return refusal(422, "The customer id is invalid", "customerId")
  }
  const mandate = book.mandates[text(body.mandateId) ?? ""]
  if (sequence === "recurring" && (mandate?.customerId !== customerId || mandate?.status !== "valid")) {
    return refusal(422, "The customer's mandate is not valid", "mandateId")
  }
  if (sequence !== "recurring" && text(body.redirectUrl) === null) {
    return refusal(422, "The redirect URL is missing", "redirectUrl")
  }
  const payment: Payment = {
    id: newId("tr"),
    createdAt: now(),
    currency,
    cents,
    description,
    metadata: body.metadata,
    customerId,
    sequence,
    methods: sequence === "recurring" ? [mandate!.method] : methods,
    redirectUrl: text(body.redirectUrl),
    cancelUrl: text(body.cancelUrl),
    webhookUrl: text(body.webhookUrl),
    locale: text(body.locale) ?? "en_US",
    status: "open",
    method: null,
    mandateId: null,
    changedAt: now(),
    reason: null,
    refunds: [],
    chargebacks: []
  }
  book.payments[payment.id] = payment
  if (sequence === "recurring") {
    const next = book.next ?? { outcome: "paid", reason: "" }
    book.next = null
    payment.mandateId = mandate!.id
    payment.method = mandate!.method
    if (next.outcome === "pending") payment.status = "pending"
    else if (next.outcome === "failed") acts.end(payment, now(), "failed", next.reason)
    else acts.pay(book, payment, now(), mandate!.method)
    if (next.outcome !== "pending") changed(payment)
  }
  return { status: 201, body: paymentJson(payment, base) }
}

const refund = ({ base, changed, now }: Desk, payment: Payment, body: Asked["body"]): Answer => {
  const amount = (body.amount ?? {}) as { readonly currency?: unknown; readonly value?: unknown }
  const cents = centsOf(amount.value)
  if (cents === null || amount.currency !== payment.currency) {
    return refusal(422, "The amount contains an invalid value", "amount.value")
  }
  const given = acts.giveBack(payment, now(), cents)
  if (given === null) return refusal(422, "The amount is higher than the maximum", "amount.value")
  changed(payment)
  return { status: 201, body: refundJson(payment, given, base) }
}

const newestFirst = <A extends { readonly createdAt: number }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.toReversed().toSorted((left, right) => right.createdAt - left.createdAt)

const limitOf = (query: URLSearchParams) => Math.min(Number(query.get("limit") ?? 50) || 50, 250)

const ofCustomer = (desk: Desk, { method, query }: Asked, customerId: string, rest: ReadonlyArray<string>): Answer => {
  const { base, book } = desk
  const [kind, id] = rest
  if (kind === "payments" && method === "GET") {
    const own = Object.values(book.payments).filter((payment) => payment.customerId === customerId)
    const shown = newestFirst(own).slice(0, limitOf(query))
    return {
      status: 200,
      body: listJson(
        "payments",
        shown.map((payment) => paymentJson(payment, base))
      )
    }
  }
  if (kind !== "mandates") return notFound("resource")
  if (id === undefined) {
    const own = Object.values(book.mandates).filter((mandate) => mandate.customerId === customerId && !mandate.revoked)
    return {
      status: 200,
      body: listJson(
        "mandates",
        newestFirst(own).map((mandate) => mandateJson(mandate, base))
      )
    }
  }
  const mandate = book.mandates[id]
  if (mandate?.customerId !== customerId) return notFound("mandate")
  if (mandate.revoked) return refusal(410, "The mandate is no longer available")
  if (method === "GET") return { status: 200, body: mandateJson(mandate, base) }
  mandate.revoked = true
  mandate.status = "invalid"
  return { status: 204 }
}

const ofPayment = (desk: Desk, { body, method, query }: Asked, payment: Payment, kind?: string): Answer => {
  const { base, changed, now } = desk
  if (kind === "refunds" && method === "POST") return refund(desk, payment, body)
  if (kind !== undefined) return notFound("resource")
  const embed = (query.get("embed") ?? "").split(",").filter((each) => each !== "")
  if (method === "GET") return { status: 200, body: paymentJson(payment, base, embed) }
  if (method !== "DELETE") return notFound("resource")
  if (payment.status !== "open") return refusal(422, "The payment cannot be canceled", "id")
  acts.end(payment, now(), "canceled", null)
  changed(payment)
  return { status: 200, body: paymentJson(payment, base) }
}

/** The API below /v2. */
export const answer = (desk: Desk, asked: Asked): Answer => {
  const { base, book, now } = desk
  const [kind, id, ...rest] = asked.path.split("/").filter((part) => part !== "")
  if (kind === "methods") {
    const value = asked.query.get("amount[value]")
    const free = value !== null && centsOf(value) === 0
    const on = free ? withoutMoney : allMethods
    return {
      status: 200,
      body: listJson(
        "methods",
        on.map((method) => ({ resource: "method", id: method, description: method, status: "activated" }))
      )
    }
  }
  if (kind === "chargebacks") {
    const all = Object.values(book.payments).flatMap((payment) =>
      payment.chargebacks.map((each) => ({ each, payment }))
    )
    const shown = all.toSorted((left, right) => right.each.createdAt - left.each.createdAt)
    return {
      status: 200,
      body: listJson(
        "chargebacks",
        shown.slice(0, limitOf(asked.query)).map(({ each, payment }) => chargebackJson(payment, each, base))
      )
    }
  }
  if (kind === "customers" && id === undefined && asked.method === "POST") {
    const customer = {
      id: newId("cst"),
      name: text(asked.body.name) ?? "",
      email: text(asked.body.email) ?? "",
      createdAt: now()
    }
    book.customers[customer.id] = customer
    const { createdAt, ...shown } = customer
    const at = new Date(createdAt).toISOString()
    return { status: 201, body: { resource: "customer", mode: "test", ...shown, createdAt: at } }
  }
  if (kind === "customers" && id !== undefined) {
    return book.customers[id] === undefined ? notFound("customer") : ofCustomer(desk, asked, id, rest)
  }
  if (kind === "payments" && id === undefined && asked.method === "POST") return create(desk, asked.body)
  const payment = kind === "payments" ? book.payments[id ?? ""] : undefined
  return payment === undefined ? notFound("payment") : ofPayment(desk, asked, payment, rest[0])
}
