/** Powers of ten that a double holds exactly: multiplying or dividing by one rounds once. */
const tens = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

const single = new Float32Array(1)
const bits = new Uint32Array(single.buffer)

/** The decimal exponents of the powers of two, by the exponent bits of a float32. */
const exponents = Array.from({ length: 256 }, (_, biased) => Math.floor((biased - 127) * Math.log10(2)))
const ranges = Array.from({ length: 80 }, (_, index) => Number(`1e${index - 40}`))

/** Of two decimals with so many digits, one on either side, the nearer that reads back as `value`; undefined where none does. */
const nearest = (value: number, scale: number): number | undefined => {
  const scaled = scale >= 0 ? value * tens[scale]! : value / tens[-scale]!
  const near = Math.round(scaled)
  const first = scale >= 0 ? near / tens[scale]! : near * tens[-scale]!
  if (Math.fround(first) === value) return first
  // Below a power of two floats are closer together than above it.
  const far = near > scaled ? near - 1 : near + 1
  const second = scale >= 0 ? far / tens[scale]! : far * tens[-scale]!
  return Math.fround(second) === value ? second : undefined
}

/** The same by text, for magnitudes whose power of ten a double does not hold. */
const byText = (value: number): number => {
  for (let digits = 1; digits <= 9; digits++) {
    const text = value.toExponential(digits - 1)
    const [mantissa = "", exponent = ""] = text.split("e")
    const whole = Number(mantissa.replace(".", ""))
    for (const each of [whole, whole + 1, whole - 1]) {
      const decimal = Number(`${each}e${Number(exponent) - digits + 1}`)
      if (Math.fround(decimal) === value) return decimal
    }
  }
  return value
}

/**
 * The double that the shortest decimal of a float32 names: of the decimals that read back as the same float32 one with the
 * fewest digits, and of these the nearest. 0.2 of 0.20000000298023224. `value` is a float32.
 */
export const shortestFloat32 = (value: number): number => {
  // Below 2^24 whole numbers are a float32's own.
  if (Number.isInteger(value) && value < 16_777_216 && value > -16_777_216) return value
  single[0] = value
  const size = Math.abs(value)
  let exponent = exponents[(bits[0]! >>> 23) & 255]!
  if (size >= ranges[exponent + 41]!) exponent++
  // Also covers what is not finite, and subnormal numbers.
  if (exponent < -13 || exponent > 27) return Number.isFinite(value) ? Math.sign(value) * byText(size) : value
  // Six digits are so far apart that a shorter decimal is the nearest of them; between more there may be several.
  for (let digits = 6; digits < 9; digits++) {
    const decimal = nearest(size, digits - 1 - exponent)
    if (decimal !== undefined) return value < 0 ? -decimal : decimal
  }
  const decimal = nearest(size, 8 - exponent) ?? size
  return value < 0 ? -decimal : decimal
}
