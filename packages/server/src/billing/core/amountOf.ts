/** Cents as the provider writes them, exact: 1990 is `19.90`. */
export const valueOf = (cents: number): string => {
  const digits = String(cents).padStart(3, "0")
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The cents of a sum as the provider writes it; null where it is none. */
export const centsOf = (value: string): number | null => {
  const match = /^(\d{1,12})\.(\d{2})$/.exec(value)
  return match === null ? null : Number(match[1]! + match[2]!)
}
