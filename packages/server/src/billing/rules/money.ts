/** A product over a positive divisor, rounded once, half up: a half goes towards positive infinity. */
export const share = (cents: number, part: number, whole: number): number => {
  const [n, d] = [2n * BigInt(cents) * BigInt(part) + BigInt(whole), 2n * BigInt(whole)]
  const quotient = n / d
  return Number(n < 0n && n % d !== 0n ? quotient - 1n : quotient)
}

/** A quotient of whole numbers, rounded half up. */
export const halfUp = (dividend: number, divisor: number): number => share(dividend, 1, divisor)

export const sum = (cents: ReadonlyArray<number>): number => cents.reduce((total, each) => total + each, 0)

export interface Totals {
  readonly net_cents: number
  readonly vat_cents: number
  readonly gross_cents: number
}

/** VAT once for the whole, at a rate in whole percent. */
export const totals = (net_cents: number, rate_percent: number): Totals => {
  const vat_cents = share(net_cents, rate_percent, 100)
  return { net_cents, vat_cents, gross_cents: net_cents + vat_cents }
}

/** The net amount in a gross one, as a credit note of a part has it. */
export const netOfGross = (gross_cents: number, rate_percent: number): Totals => {
  const net_cents = share(gross_cents, 100, 100 + rate_percent)
  return { net_cents, vat_cents: gross_cents - net_cents, gross_cents }
}
