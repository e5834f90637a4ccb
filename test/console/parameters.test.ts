import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { inputSchema } from "@fleet/domain/RobotConfig/InputSchema"
import { checkParameters } from "@fleet/domain/RobotConfig/Parameters"
import { Result } from "effect"
import {
  controlOf,
  type Parameter,
  parametersOf,
  stepOf
} from "../../packages/console/src/features/live/parameters/Parameter.ts"
import { costOf, matchesPattern } from "../../packages/console/src/features/live/parameters/pattern.ts"
import { messageOf, readField, readForm } from "../../packages/console/src/features/live/parameters/readForm.ts"

const declared = {
  on: { type: "bool" },
  loud: { type: "bool", default: false },
  mode: { type: "string", enum: ["slow", "fast"] },
  place: { type: "string", enum: ["hall", "dock", "yard", "gate", "lift"] },
  speed: { type: "float64", default: 0.5, min_value: -1, max_value: 1, description: "Metres per second" },
  count: { type: "uint8", min_value: 1, max_value: 9 },
  any: { type: "int32", default: 0 },
  total: { type: "int64" },
  ratio: { type: "float32" },
  name: { type: "string", regex: "^[a-z]{1,8}$" },
  note: { type: "string", default: "none" }
} as const

const parameters = parametersOf(inputSchema(declared as never), declared)
const of = (name: keyof typeof declared) => parameters.find((each) => each.name === name)!
const broken = (parameter: Parameter, typed: string | undefined) => {
  const reading = readField(parameter, typed)
  return reading.ok ? null : reading.broken
}
const value = (parameter: Parameter, typed: string | undefined) => {
  const reading = readField(parameter, typed)
  return reading.ok ? reading.value : assert.fail(`${parameter.name} refuses ${typed}`)
}

describe("a command's form", () => {
  it("has a field for each parameter in the configuration's order, with the control that fits", () => {
    assert.deepStrictEqual(
      parameters.map((parameter) => [parameter.name, controlOf(parameter)]),
      [
        ["on", "yes-no"],
        ["loud", "switch"],
        ["mode", "segments"],
        ["place", "list"],
        ["speed", "slider"],
        ["count", "slider"],
        ["any", "number"],
        ["total", "number"],
        ["ratio", "number"],
        ["name", "text"],
        ["note", "text"]
      ]
    )
    assert.deepStrictEqual([stepOf(of("speed")), stepOf(of("count"))], [0.02, 1])
  })

  it("reads what people type", () => {
    assert.strictEqual(value(of("ratio"), " 1,5 "), 1.5)
    assert.strictEqual(value(of("ratio"), "−2.25"), -2.25)
    assert.strictEqual(value(of("ratio"), "1e3"), 1000)
    assert.strictEqual(value(of("on"), "false"), false)
    assert.strictEqual(value(of("speed"), ""), undefined)
    assert.strictEqual(value(of("note"), ""), undefined)
    assert.strictEqual(value(of("total"), "9 007 199 254 740 991"), Number.MAX_SAFE_INTEGER)
  })

  it("says of every field at once which rule it breaks", () => {
    const reading = readForm(parameters, { mode: "x", speed: "1.01", count: "0", any: "1.5", ratio: "abc", name: "A" })
    assert.isFalse(reading.ok)
    assert.deepStrictEqual(reading.ok ? null : reading.broken, {
      on: "required",
      mode: "enum",
      place: "required",
      speed: "max",
      count: "min",
      any: "type",
      total: "required",
      ratio: "type",
      name: "pattern"
    })
    for (const typed of ["NaN", "Infinity", "0x10", "1_000", "--1", "1e999"])
      assert.strictEqual(broken(of("ratio"), typed), "type")
  })

  it("takes no integer that would arrive as another one", () => {
    assert.strictEqual(broken(of("total"), "9007199254740993"), "max")
    assert.strictEqual(broken(of("total"), "-9007199254740993"), "min")
    assert.strictEqual(broken(of("total"), "1.0"), "type")
  })

  const Typed = Schema.Literals(["", "true", "false", "slow", "yard", "0", "-1", "2.5", "9", "300", "abc", "1e3", "９"])
  it.prop(
    "refuses and takes what the service does",
    [Schema.Struct(Object.fromEntries(Object.keys(declared).map((name) => [name, Schema.optionalKey(Typed)])))],
    ([typed]) => {
      const reading = readForm(parameters, typed as Record<string, string>)
      if (reading.ok) return assert.isTrue(Result.isSuccess(checkParameters(declared as never, reading.values)))
      for (const [name, rule] of Object.entries(reading.broken)) {
        const text = (typed as Record<string, string | undefined>)[name]
        const parameter = of(name as keyof typeof declared)
        const isNumber = parameter.kind !== "text" && parameter.kind !== "boolean"
        const sent =
          text === undefined || text === "" ? {} : { [name]: isNumber && rule !== "type" ? Number(text) : text }
        const answer = checkParameters({ [name]: declared[name as "on"] } as never, sent)
        assert.isTrue(Result.isFailure(answer), `${name}: ${text}`)
      }
    }
  )

  it("carries sixty parameters", () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`p${index}`, { type: "float64", default: index }])
    )
    const list = parametersOf(inputSchema(many as never), many)
    assert.lengthOf(list, 60)
    assert.deepStrictEqual(readForm(list, { p7: "1" }), { ok: true, values: { p7: 1 } })
  })

  it("shows the message that will leave", () => {
    const body = { linear: { x: "${forward}" }, list: ["${turn}", 1], text: "cost ${forward}" }
    assert.deepStrictEqual(messageOf(body, { forward: 0.5, turn: -1 }), {
      linear: { x: 0.5 },
      list: [-1, 1],
      text: "cost ${forward}"
    })
  })

  it("has no field where a schema is missing or invalid", () => {
    for (const schema of [null, undefined, 7, {}, { properties: null }]) assert.isEmpty(parametersOf(schema))
  })
})

describe("a pattern", () => {
  it("is tried where it is quick", () => {
    for (const [pattern, text, is] of [
      ["^[a-z]{1,8}$", "hall", true],
      ["^[a-z]{1,8}$", "HALL", false],
      ["^(?:a|b)$", "b", true],
      ["\\d+", "room 12", true],
      ["^[A-Z][a-z]+ [A-Z][a-z]+$", "Olive Owner", true],
      ["^\\d{4}-\\d{2}-\\d{2}$", "2026-11-28", true]
    ] as const)
      assert.strictEqual(matchesPattern(pattern, text), is, pattern)
  })

  it("is left to the service where it could hang, and where it is invalid", () => {
    const text = `${"a".repeat(60)}!`
    for (const pattern of [
      "^(a+)+$",
      "^(a|a)*$",
      "^(a*)*b",
      "^(?:a?){40}a{40}$",
      "(a+)\\1$",
      "^(?=a).*",
      "(",
      "[",
      "^.*.*.*.*x$"
    ])
      assert.isUndefined(matchesPattern(pattern, text), pattern)
    assert.strictEqual(costOf("^(a+)+$", 10), Infinity)
    assert.isUndefined(matchesPattern(`^${"a?".repeat(40)}${"a".repeat(40)}$`, "a".repeat(40)))
  })
})
