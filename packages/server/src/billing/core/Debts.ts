import type { Dunning } from "@fleet/domain/Billing"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Account } from "./AccountStore.ts"
import { AttemptStore } from "./AttemptStore.ts"
import { BillingTime } from "./BillingTime.ts"
import { ChargeStore } from "./ChargeStore.ts"
import { CheckoutStore } from "./CheckoutStore.ts"
import { dunningAt } from "../rules/dunning.ts"
import { momentOf } from "../rules/calendar.ts"
import { InvoiceStore } from "./InvoiceStore.ts"
import { isEnded } from "./mergePayment.ts"
import type { InvoiceId } from "@fleet/domain/Ids"

/** What of an organisation is owed for longest, and the steps that its days ask for. */
export interface Debt {
  readonly id: InvoiceId
  readonly gross_cents: number
  readonly dayZero: string
  readonly failure: string | null
  readonly invoiced: boolean
  readonly step: ReturnType<typeof dunningAt>
}

/** The open invoices and held charges that are dunned. One that is still being charged for the first time is none. */
export class Debts extends Context.Service<
  Debts,
  {
    readonly oldest: (account: Account) => Effect.Effect<Debt | null>
    readonly dunning: (account: Account) => Effect.Effect<Dunning | null>
  }
>()("@fleet/server/billing/Debts") {
  static readonly layer = Layer.effect(
    Debts,
    Effect.gen(function* () {
      const attempts = yield* AttemptStore
      const charges = yield* ChargeStore
      const checkouts = yield* CheckoutStore
      const invoices = yield* InvoiceStore
      const time = yield* BillingTime

      const oldest = Effect.fn("Debts.oldest")(function* ({ mandate_id, org_id }: Account) {
        const now = DateTime.toEpochMillis(yield* time)
        const held = yield* charges.held(org_id)
        const invoice = (yield* invoices.open(org_id))
          .filter(({ day_zero }) => day_zero !== null)
          .toSorted((left, right) => (left.day_zero! < right.day_zero! ? -1 : 1))[0]
        if (Option.isSome(held) && (invoice === undefined || held.value.day_zero < invoice.day_zero!)) {
          const { day_zero: dayZero, gross_cents, id } = held.value
          const step = dunningAt({ dayZero, tried: false, lastTryAt: null, pending: false }, now)
          return { id, gross_cents, dayZero, failure: "vat_id_invalid", invoiced: false, step }
        }
        if (invoice === undefined) return null
        const tries = yield* attempts.ofInvoice(invoice.id)
        const step = dunningAt(
          {
            dayZero: invoice.day_zero!,
            tried: invoice.failure !== "charged_back" && mandate_id !== null,
            lastTryAt: tries
              .filter(({ sequence }) => sequence === "recurring")
              .reduce<number | null>((_, { created_at }) => created_at.getTime(), null),
            pending: tries.some((each) => !isEnded(each)) || (yield* checkouts.isPaying(invoice.id))
          },
          now
        )
        const { failure, gross_cents, id } = invoice
        return { id, gross_cents, dayZero: invoice.day_zero!, failure, invoiced: true, step }
      })

      return Debts.of({
        oldest,
        dunning: Effect.fn("Debts.dunning")(function* (account) {
          const debt = yield* oldest(account)
          if (debt === null) return null
          const { dayZero, failure, gross_cents, id, step } = debt
          return {
            invoice_id: id,
            gross_cents,
            due_at: momentOf(dayZero),
            next_retry_at: step.nextRetryAt === null ? null : DateTime.makeUnsafe(step.nextRetryAt),
            lock_at: DateTime.makeUnsafe(step.lockAt),
            failure
          }
        })
      })
    })
  )
}
