import { setFlagsFromString } from "node:v8"
import { inputSchema } from "@fleet/domain/RobotConfig/InputSchema"
import type { Parameter, ParameterMap, ParameterType } from "@fleet/domain/RobotConfig/Parameter"
import { checkParameters } from "@fleet/domain/RobotConfig/Parameters"
import { patternProblem } from "@fleet/domain/RobotConfig/Pattern"
import { resolveMessage } from "@fleet/domain/RobotConfig/Template"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"

const violations = (declared: ParameterMap | undefined, params: Record<string, unknown>) => {
  const checked = checkParameters(declared, params)
  return Result.isFailure(checked) ? checked.failure.violations.map(({ field, rule }) => `${field} ${rule}`) : []
}

const accepted = (declared: ParameterMap | undefined, params: Record<string, unknown>) =>
  Result.getOrThrow(checkParameters(declared, params))

const regex = (pattern: string): Parameter => ({ type: "string", regex: pattern })

describe("parameters", () => {
  const types: Record<ParameterType, readonly [good: ReadonlyArray<unknown>, bad: ReadonlyArray<unknown>]> = {
    bool: [
      [true, false],
      [0, 1, "true", null]
    ],
    byte: [
      [0, 255],
      [-1, 256, 1.5, "1", true]
    ],
    char: [
      [0, 255],
      [-1, 256, "a"]
    ],
    int8: [
      [-128, 127],
      [-129, 128]
    ],
    uint8: [
      [0, 255],
      [-1, 256]
    ],
    int16: [
      [-32_768, 32_767],
      [-32_769, 32_768]
    ],
    uint16: [
      [0, 65_535],
      [-1, 65_536]
    ],
    int32: [
      [-2_147_483_648, 2_147_483_647],
      [-2_147_483_649, 2_147_483_648]
    ],
    uint32: [
      [0, 4_294_967_295],
      [-1, 4_294_967_296]
    ],
    int64: [
      [-(2 ** 53) + 1, 2 ** 53 - 1],
      [-(2 ** 53), 2 ** 53, "9007199254740993", NaN]
    ],
    uint64: [
      [0, 2 ** 53 - 1],
      [-1, 2 ** 53, "18446744073709551615"]
    ],
    float32: [
      [-3.4028234663852886e38, 0.1, 1],
      [3.5e38, NaN, Infinity, "1"]
    ],
    float64: [
      [-1e308, 1.5, 3],
      [NaN, -Infinity, "1", true]
    ],
    string: [
      ["", "ä😀"],
      ["a\0b", "\ud800", 1, null, []]
    ],
    wstring: [["x"], [{}, undefined]]
  }
  for (const [type, [good, bad]] of Object.entries(types) as ReadonlyArray<
    [ParameterType, readonly [ReadonlyArray<unknown>, ReadonlyArray<unknown>]]
  >) {
    it(`parameters of type ${type} hold the range of ROS`, () => {
      for (const value of good)
        assert.deepStrictEqual<unknown>(accepted({ pa: { type } }, { pa: value }), { pa: value })
      for (const value of bad) assert.deepStrictEqual(violations({ pa: { type } }, { pa: value }), ["pa type"])
    })
  }

  const declared: ParameterMap = {
    speed: { type: "float64", min_value: 0, max_value: 2 },
    mode: { type: "string", enum: ["slow", "fast"], default: "slow" },
    name: { type: "string", regex: "b+" },
    count: { type: "int64", default: 3 }
  }

  it("parameters get their defaults", () => {
    assert.deepStrictEqual(accepted(declared, { speed: 0, name: "abba" }), {
      speed: 0,
      mode: "slow",
      name: "abba",
      count: 3
    })
  })

  it("parameters break every rule at once", () => {
    assert.deepStrictEqual(
      violations(declared, { speed: 2.5, mode: "wild", name: "x", count: "3", toString: 1, constructor: 2 }),
      ["speed max", "mode enum", "name pattern", "count type", "toString undeclared", "constructor undeclared"]
    )
    assert.deepStrictEqual(violations(declared, { speed: -1 }), ["speed min", "name required"])
  })

  it("parameters are none where none are declared", () => {
    assert.deepStrictEqual(accepted(undefined, {}), {})
    assert.deepStrictEqual(violations(undefined, JSON.parse('{"__proto__": 1}')), ["__proto__ undeclared"])
  })

  it("parameters are not inherited", () => {
    assert.deepStrictEqual(violations({ constructor: { type: "string" } } as ParameterMap, {}), [
      "constructor required"
    ])
  })
})

describe("patterns", () => {
  it("patterns are found anywhere in the value", () => {
    assert.isEmpty(violations({ pa: regex("b") }, { pa: "abc" }))
    assert.deepStrictEqual(violations({ pa: regex("^b") }, { pa: "abc" }), ["pa pattern"])
  })

  it("patterns are not tried on endless values", () => {
    assert.isEmpty(violations({ pa: regex("^a") }, { pa: "a".repeat(10_000) }))
    assert.deepStrictEqual(violations({ pa: regex("^a") }, { pa: "a".repeat(10_001) }), ["pa pattern"])
    assert.deepStrictEqual(violations({ pa: regex("^(?!b)a") }, { pa: "a".repeat(501) }), ["pa pattern"])
  })

  it("patterns that the linear-time engine runs are taken, however nested", () => {
    setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks")
    for (const pattern of ["(a+)+$", "^(a|aa)+$", "a*a*a*a*a*a*b", "^(?:(?:a{1,4})+)+$", "^[a-z]+(?:_[a-z]+)*$"]) {
      assert.isNull(patternProblem(pattern), pattern)
      violations({ pa: regex(pattern) }, { pa: `${"a".repeat(2000)}!` })
    }
  })

  it("patterns that need backtracking are taken where it stays small", () => {
    for (const pattern of [
      "^(?!bad).*$",
      "^[a-z]{1,63}$",
      String.raw`(\w)\1`,
      String.raw`^(?=.*\d)(?=.*[a-z]).+$`,
      String.raw`[(+*]\({2}`
    ]) {
      assert.isNull(patternProblem(pattern), pattern)
    }
  })

  it("patterns that could run away are refused", () => {
    for (const pattern of [
      "^(?!x)(a+)+$",
      String.raw`(a+)+\1`,
      "(a{1,30}){1,30}$",
      "(?=a)(b|bb)+c",
      "(?<!x)a*a*a*a*b",
      String.raw`(?<n>a+)+\k<n>`
    ]) {
      assert.deepInclude(patternProblem(pattern), { code: "invalid_format" }, pattern)
    }
    assert.deepInclude(patternProblem("a".repeat(1001)), { code: "too_big" })
    assert.deepInclude(patternProblem("["), { code: "invalid_format" })
  })
})

describe("the input schema", () => {
  it("the input schema describes the flat map", () => {
    assert.deepStrictEqual(
      inputSchema({
        speed: { type: "float32", min_value: 0, max_value: 2, description: "m/s" },
        count: { type: "uint8", default: 1, max_value: 9 },
        mode: { type: "string", enum: ["a", "b"] },
        name: { type: "wstring", regex: "^x" },
        loud: { type: "bool", default: false }
      }),
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: {
          speed: { type: "number", minimum: 0, maximum: 2, description: "m/s" },
          count: { type: "integer", minimum: 0, maximum: 9, default: 1 },
          mode: { type: "string", enum: ["a", "b"] },
          name: { type: "string", pattern: "^x" },
          loud: { type: "boolean", default: false }
        },
        required: ["speed", "mode", "name"],
        additionalProperties: false
      }
    )
  })

  it("the input schema is null without parameters", () => {
    assert.isNull(inputSchema(undefined))
    assert.isNull(inputSchema({}))
  })
})

describe("a message template", () => {
  const doc = { platform: 1, messages: { halt: { linear: { x: "${speed}" } } } } as const

  it("a message template gives each placeholder its value, in its own type", () => {
    const message = { a: "${n}", b: ["${s}", { c: "${f}" }], d: "to ${n}", e: 1, f: null }
    assert.deepStrictEqual(resolveMessage(doc, message, { n: 4, s: "${n}", f: false }), {
      a: 4,
      b: ["${n}", { c: false }],
      d: "to ${n}",
      e: 1,
      f: null
    })
  })

  it("a message template inserts a shared body", () => {
    assert.deepStrictEqual(resolveMessage(doc, "${halt}", { speed: 2 }), { linear: { x: 2 } })
  })

  it("a message template is empty without a message, or with a shared body that is not there", () => {
    assert.deepStrictEqual(resolveMessage(doc, undefined, {}), {})
    assert.deepStrictEqual(resolveMessage(doc, "${constructor}", {}), {})
    assert.deepStrictEqual(resolveMessage({}, "${halt}", {}), {})
  })

  it("a message template changes nothing of the document and no prototype", () => {
    const message = JSON.parse('{"__proto__": {"x": "${n}"}, "constructor": "${constructor}"}') as Record<
      string,
      unknown
    >
    const before = JSON.stringify(message)
    const resolved = resolveMessage(doc, message, { n: 1 })
    assert.strictEqual(JSON.stringify(resolved), '{"__proto__":{"x":1},"constructor":"${constructor}"}')
    assert.strictEqual(Object.getPrototypeOf(resolved), Object.prototype)
    assert.strictEqual(JSON.stringify(message), before)
  })
})
