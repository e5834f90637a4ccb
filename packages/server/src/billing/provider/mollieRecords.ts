import { Schema } from "effect"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A sum as the provider writes it, such as `19.90`. */
export const MollieAmount = Schema.Struct({ currency: Schema.String, value: Schema.String })

/** `status`: queued, pending, processing, refunded, failed, canceled, or others. */
export const MollieRefund = Schema.Struct({ id: Schema.String, amount: MollieAmount, status: Schema.String })
export type MollieRefund = typeof MollieRefund.Type

/** One that is reversed has a time of that. */
const Chargeback = Schema.Struct({
  id: Schema.String,
  amount: MollieAmount,
  paymentId: Schema.optionalKey(Schema.String),
  reversedAt: optional(Schema.String)
})

export const MollieCustomer = Schema.Struct({ id: Schema.String })
export type MollieCustomer = typeof MollieCustomer.Type

/**
 * A payment. `status`: open, pending, authorized, paid, canceled, expired, failed, or others; one that was charged back
 * stays `paid`. Names that are not known yet are taken as they are.
 */
export const MolliePayment = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  amount: MollieAmount,
  method: optional(Schema.String),
  mandateId: optional(Schema.String),
  paidAt: optional(Schema.String),
  metadata: Schema.optionalKey(Schema.Unknown),
  details: optional(
    Schema.Struct({
      failureReason: optional(Schema.String),
      wallet: optional(Schema.String)
    })
  ),
  _links: Schema.optionalKey(Schema.Struct({ checkout: optional(Schema.Struct({ href: Schema.String })) })),
  _embedded: Schema.optionalKey(
    Schema.Struct({
      refunds: Schema.optionalKey(Schema.Array(MollieRefund)),
      chargebacks: Schema.optionalKey(Schema.Array(Chargeback))
    })
  )
})
export type MolliePayment = typeof MolliePayment.Type

/** A page of payments. */
export const MolliePayments = Schema.Struct({ _embedded: Schema.Struct({ payments: Schema.Array(MolliePayment) }) })

/** A page of chargebacks. */
export const MollieChargebacks = Schema.Struct({ _embedded: Schema.Struct({ chargebacks: Schema.Array(Chargeback) }) })
export type MollieChargebacks = typeof MollieChargebacks.Type

/** The methods that are on. */
export const MollieMethods = Schema.Struct({
  _embedded: Schema.Struct({ methods: Schema.Array(Schema.Struct({ id: Schema.String })) })
})

/** `status`: valid, pending, invalid, or others; `method`: creditcard, paypal, directdebit, or others. */
export const MollieMandate = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  method: Schema.String,
  details: optional(
    Schema.Struct({
      cardNumber: optional(Schema.String),
      cardLabel: optional(Schema.String),
      cardExpiryDate: optional(Schema.String),
      consumerAccount: optional(Schema.String)
    })
  )
})
export type MollieMandate = typeof MollieMandate.Type
