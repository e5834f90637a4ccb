import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

interface Payment {
  readonly id: string
  readonly body: any
  status: string
  method: string | null
  mandateId: string | null
  paidAt: string | null
  reason: string | null
  refunds: Array<{ id: string; amount: any; status: string }>
  chargebacks: Array<{ id: string; amount: any; reversedAt: string | null }>
}

/** What the next creation of a payment does instead of being answered. */
export type Fault = "500" | "422" | "429" | "cut" | "create-then-cut"

/** A payment provider on loopback, with the parts of Mollie's API that are called and controls for a test. */
export const makeLoopbackMollie = Effect.gen(function* () {
  const payments = new Map<string, Payment>()
  const mandates = new Map<string, { status: string; method: string; customer: string }>()
  const keys = new Map<string, { readonly body: string; readonly answer: unknown }>()
  const calls: Array<{ readonly method: string; readonly path: string; readonly key: string | null; body: string }> = []
  const faults: Array<Fault> = []
  /** What becomes of charges of a customer; `paid` where nothing is said. */
  const charges: Array<{ readonly customer: string; readonly what: string }> = []
  let count = 0
  let mandatesPend = false
  const next = (prefix: string) => `${prefix}_${String(++count).padStart(8, "x")}`
  const now = { ms: () => Date.now() }

  const shown = (payment: Payment) => ({
    id: payment.id,
    status: payment.status,
    amount: payment.body.amount,
    method: payment.method,
    mandateId: payment.mandateId,
    paidAt: payment.paidAt,
    metadata: payment.body.metadata,
    details: payment.reason === null ? null : { failureReason: payment.reason },
    _links: payment.body.sequenceType === "first" ? { checkout: { href: `http://127.0.0.1/${payment.id}` } } : {},
    _embedded: { refunds: payment.refunds, chargebacks: payment.chargebacks }
  })

  const pay = (id: string, method = "creditcard") => {
    const payment = payments.get(id)!
    payment.status = "paid"
    payment.method = method
    payment.paidAt = new Date(now.ms()).toISOString()
    if (payment.body.sequenceType === "first") {
      payment.mandateId = next("mdt")
      mandates.set(payment.mandateId, {
        status: mandatesPend ? "pending" : "valid",
        method: method === "applepay" ? "creditcard" : method,
        customer: payment.body.customerId
      })
    }
  }

  const create = (text: string): Payment => {
    const body = JSON.parse(text)
    const payment: Payment = {
      id: next("tr"),
      body,
      status: "open",
      method: null,
      mandateId: body.mandateId ?? null,
      paidAt: null,
      reason: null,
      refunds: [],
      chargebacks: []
    }
    payments.set(payment.id, payment)
    if (body.sequenceType === "recurring") {
      const at = charges.findIndex(({ customer }) => customer === body.customerId)
      const what = at === -1 ? "paid" : charges.splice(at, 1)[0]!.what
      if (what === "paid") pay(payment.id)
      else if (what === "pending") payment.status = "pending"
      else Object.assign(payment, { status: "failed", reason: what })
    }
    return payment
  }

  const textOf = async (request: IncomingMessage) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }

  const answer = (response: ServerResponse, status: number, body?: unknown) =>
    response
      .writeHead(status, { "content-type": "application/hal+json" })
      .end(body === undefined ? "" : JSON.stringify(body))

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url!, "http://localhost")
    const path = pathname.replace(/^\/v2/, "")
    const body = await textOf(request)
    const key = (request.headers["idempotency-key"] as string | undefined) ?? null
    calls.push({ method: request.method!, path, key, body })
    if (request.method === "POST") {
      const creates = path === "/payments"
      const fault = creates ? faults.shift() : undefined
      if (fault === "cut") return request.socket.destroy()
      if (fault === "500" || fault === "422" || fault === "429")
        return answer(response, Number(fault), { status: fault })
      const known = keys.get(key!)
      if (known !== undefined) {
        return known.body === body ? answer(response, 201, known.answer) : answer(response, 400, { status: 400 })
      }
      const made = creates ? create(body) : null
      const refunded = /^\/payments\/(\w+)\/refunds$/.exec(path)
      let result: unknown = made === null ? { id: next("cst") } : shown(made)
      if (refunded !== null) {
        const refund = { id: next("re"), amount: JSON.parse(body).amount, status: "refunded" }
        payments.get(refunded[1]!)!.refunds.push(refund)
        result = refund
      }
      keys.set(key!, { body, answer: result })
      return fault === "create-then-cut" ? request.socket.destroy() : answer(response, 201, result)
    }
    const payment = /^\/payments\/(\w+)$/.exec(path)
    if (payment !== null) {
      const found = payments.get(payment[1]!)
      return found === undefined ? answer(response, 404, { status: 404 }) : answer(response, 200, shown(found))
    }
    const mandate = /^\/customers\/\w+\/mandates\/(\w+)$/.exec(path)
    if (mandate !== null) {
      const found = mandates.get(mandate[1]!)
      if (found === undefined) return answer(response, 410, { status: 410 })
      if (request.method === "DELETE") {
        mandates.delete(mandate[1]!)
        return answer(response, 204)
      }
      const details = { cardNumber: "4242", cardLabel: "Visa", cardExpiryDate: "2030-12-31" }
      return answer(response, 200, { id: mandate[1], status: found.status, method: found.method, details })
    }
    const ofCustomer = /^\/customers\/(\w+)\/payments$/.exec(path)
    if (ofCustomer !== null) {
      const all = [...payments.values()].filter(({ body }) => body.customerId === ofCustomer[1])
      return answer(response, 200, { _embedded: { payments: all.map(shown) } })
    }
    answer(response, 404, { status: 404 })
  }

  const server = createServer((request, response) => void handle(request, response))
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))),
    () =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise<void>((done) => server.close(() => done()))
      })
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    payments,
    mandates,
    calls,
    faults,
    charges,
    now,
    pay,
    pendMandates: (pend: boolean) => void (mandatesPend = pend),
    idOf: (checkoutUrl: string) => checkoutUrl.split("/").at(-1)!
  }
})
export type LoopbackMollie = Effect.Success<typeof makeLoopbackMollie>
