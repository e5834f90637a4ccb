import { shortestFloat32 } from "@fleet/bridge/ros/shortestFloat32"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

/** A float32 by its bits. */
const floatOf = (bits: number): number => new Float32Array(Uint32Array.of(bits).buffer)[0]!

/** The digits and the power of ten of a number's shortest decimal. */
const digitsOf = (value: number): string => value.toExponential().replace(/e.*|\.|-/g, "")

/** The definition, with whole numbers: a decimal of so many digits that reads back, and how far it is off at least. */
const byDefinition = (value: number): { readonly digits: number; readonly distance: number } => {
  for (let digits = 1; digits <= 9; digits++) {
    const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e")
    const whole = BigInt(mantissa.replace(".", ""))
    const found = [-2n, -1n, 0n, 1n, 2n]
      .map((step) => Number(`${whole + step}e${Number(exponent) - digits + 1}`))
      .filter((decimal) => Math.fround(decimal) === value)
      .map((decimal) => Math.abs(decimal - value))
    if (found.length > 0) return { digits, distance: Math.min(...found) }
  }
  throw new Error(`${value} has no decimal of nine digits.`)
}

const assertShortest = (value: number) => {
  const short = shortestFloat32(value)
  assert.strictEqual(Math.fround(short), value, `${value} reads back`)
  const { digits, distance } = byDefinition(Math.abs(value))
  assert.isAtMost(digitsOf(short).length, digits, `${value} is ${short}`)
  // Two decimals may be equally near, but for what doubles lose in the difference.
  assert.isAtMost(Math.abs(short - value), distance * (1 + 1e-6) + Math.abs(value) * 2 ** -52, `${value} is ${short}`)
}

describe("the shortest decimal of a float32", () => {
  it.each([
    [0.2, 0.2],
    [0.1, 0.1],
    [-0.3, -0.3],
    [1 / 3, 0.33333334],
    [23.4375, 23.4375],
    [123456.79, 123456.79],
    [3.4028234663852886e38, 3.4028235e38],
    [1.401298464324817e-45, 1e-45],
    [16_777_216, 16_777_216],
    [33_554_432, 33_554_432],
    [8_589_934_592, 8_589_935_000],
    [9.5367431640625e-7, 9.536743e-7],
    [0, 0],
    [7, 7]
  ])("the shortest decimal of a float32 near %d is %d", (value, short) => {
    assert.strictEqual(shortestFloat32(Math.fround(value)), short)
  })

  it("the shortest decimal of a float32 leaves what has no decimal, and the sign of zero", () => {
    assert.isNaN(shortestFloat32(Number.NaN))
    for (const value of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0]) {
      assert.isTrue(Object.is(shortestFloat32(value), value))
    }
  })

  it("the shortest decimal of a float32 is that for all powers of two and their neighbours", () => {
    for (let exponent = 1; exponent < 255; exponent++) {
      for (const bits of [-2, -1, 0, 1, 2]) assertShortest(floatOf((exponent << 23) + bits))
    }
  })

  it("the shortest decimal of a float32 is that for decimals of up to seven digits", () => {
    for (let at = 1; at < 1_000; at++) {
      for (const size of [1e-7, 1e-4, 1e-2, 1, 1e3, 1e9]) assertShortest(Math.fround(at * 7.31 * size))
    }
  })

  it.prop(
    "the shortest decimal of a float32 reads back, and no shorter or nearer one does",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 0x7f7fffff }))), Schema.Boolean],
    ([all, isNegative]) => {
      for (const bits of all) assertShortest(isNegative ? -floatOf(bits) : floatOf(bits))
    }
  )
})
