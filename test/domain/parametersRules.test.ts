import { Findings } from "@fleet/domain/RobotConfig/Findings"
import type { Parameter, ParameterMap } from "@fleet/domain/RobotConfig/Parameter"
import { checkParameter } from "@fleet/domain/RobotConfig/ParameterRules"
import { brokenRules, checkParameters } from "@fleet/domain/RobotConfig/Parameters"
import { Path } from "@fleet/domain/RobotConfig/Path"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"

/** What is said of a declaration, as `code key: message`. */
const said = (parameter: unknown): ReadonlyArray<string> => {
  const findings = new Findings()
  checkParameter(parameter, Path.root.at("actions", "dock", "parameters", "pa"), findings)
  return findings.issues.map(({ code, message, path, severity, slug }) => {
    assert.deepStrictEqual([severity, slug], ["error", "dock"])
    return `${code} ${path.replace("actions.dock.parameters.pa.", "")}: ${message}`
  })
}

const wrongType = (key: string, type: string) => `value_type_mismatch ${key}: Must be a value of type ${type}.`
const misplaced = (key: string, type: string) =>
  `constraint_not_allowed_for_type ${key}: ${key} is not for parameters of type ${type}.`

const integers = ["byte", "char", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]

describe("a declared parameter", () => {
  it("a declared parameter takes the constraints that are for its type, and no others", () => {
    const constraints = { min_value: 1, max_value: 2, enum: [1], regex: "a" }
    const refused = (type: string) => said({ type, ...constraints })
    for (const type of integers) assert.deepStrictEqual(refused(type), [misplaced("regex", type)])
    for (const type of ["float32", "float64"]) {
      assert.deepStrictEqual(refused(type), [misplaced("enum", type), misplaced("regex", type)])
    }
    assert.deepStrictEqual(
      refused("bool"),
      Object.keys(constraints).map((key) => misplaced(key, "bool"))
    )
    for (const type of ["string", "wstring"]) {
      const limits = [misplaced("min_value", type), misplaced("max_value", type)]
      assert.deepStrictEqual(refused(type), [...limits, wrongType("enum[0]", type)])
      assert.isEmpty(said({ type, enum: ["a"], regex: "a" }))
    }
  })

  it("a declared parameter has limits, listed values and a default of its type", () => {
    assert.deepStrictEqual(said({ type: "uint8", min_value: -1, max_value: 256, enum: [1, "2", 3.5], default: true }), [
      wrongType("min_value", "uint8"),
      wrongType("max_value", "uint8"),
      wrongType("enum[1]", "uint8"),
      wrongType("enum[2]", "uint8"),
      wrongType("default", "uint8")
    ])
  })

  it("a declared parameter may have equal limits, but not reversed ones", () => {
    const reversed = "custom max_value: max_value must not be below min_value."
    assert.isEmpty(said({ type: "int8", min_value: 2, max_value: 2 }))
    assert.isEmpty(said({ type: "int8", min_value: -5, max_value: 2 }))
    assert.deepStrictEqual(said({ type: "int8", min_value: 2, max_value: 1 }), [reversed])
    // A limit of another type is no limit.
    assert.deepStrictEqual(said({ type: "int8", min_value: 200, max_value: 1 }), [wrongType("min_value", "int8")])
    assert.deepStrictEqual(said({ type: "int8", min_value: 2, max_value: -200 }), [wrongType("max_value", "int8")])
  })

  it("a declared parameter has a default that satisfies every constraint", () => {
    const declared = { type: "int8", min_value: 2, max_value: 4, enum: [2, 3, 4] }
    for (const value of [2, 3, 4]) assert.isEmpty(said({ ...declared, default: value }))
    const unlisted = "invalid_value default: Must be one of the listed values."
    assert.deepStrictEqual(said({ ...declared, default: 1 }), ["too_small default: Must be at least 2.", unlisted])
    assert.deepStrictEqual(said({ ...declared, default: 5 }), ["too_big default: Must be at most 4.", unlisted])
    assert.deepStrictEqual(said({ type: "string", regex: "^b", enum: ["a"], default: "a" }), [
      "invalid_format default: Must match ^b."
    ])
  })

  it("a declared parameter has a pattern that can be run, else its default is not held against it", () => {
    const broken = "invalid_format regex: This is not a JavaScript regular expression."
    assert.deepStrictEqual(said({ type: "string", regex: "(", default: "a" }), [broken])
    assert.deepStrictEqual(said({ type: "string", regex: "x".repeat(1001), default: "a" }), [
      "too_big regex: A pattern has at most 1000 characters."
    ])
  })

  it("a declared parameter has nothing more said of it where it is not shaped like one", () => {
    for (const parameter of [null, "int8", {}, { type: "int128", default: 1 }, { type: null, regex: "(" }]) {
      assert.isEmpty(said(parameter))
    }
    const nulls = { min_value: null, max_value: null, enum: null, regex: null, default: null }
    for (const type of ["bool", "int8", "string"]) assert.isEmpty(said({ type, ...nulls }))
    assert.isEmpty(said({ type: "int8", enum: [null, 1], default: 1 }))
    assert.isEmpty(said({ type: "int8", enum: "1", default: 1 }))
    assert.isEmpty(said({ type: "string", regex: 5, default: "x" }))
    assert.isEmpty(said({ type: "string", regex: "", default: "x".repeat(10_001) }))
  })

  it("a declared parameter has numbers for limits, and texts or numbers for values, whatever its type is", () => {
    const action = (parameter: object) => ({ ros_name: "/b", type: "a/action/B", parameters: { pa: parameter } })
    const shape = (parameter: object) =>
      validate({ platform: 1, actions: { dock: action({ type: "none", ...parameter }) } })
        .issues.slice(1, -1)
        .map(({ code, message }) => `${code}: ${message}`)
    assert.deepStrictEqual(shape({ min_value: "1" }), ["value_type_mismatch: Expected a number."])
    assert.deepStrictEqual(shape({ max_value: Infinity }), ["value_type_mismatch: Expected a finite number."])
    assert.deepStrictEqual(shape({ default: [] }), ["value_type_mismatch: Expected a value of the parameter's type."])
    assert.deepStrictEqual(shape({ enum: [true] }), ["value_type_mismatch: Expected an integer or a string."])
  })
})

describe("a value breaks", () => {
  it("a limit only as a number, and a pattern only as a text", () => {
    const declared = { min_value: 3, max_value: 5, regex: "^b" }
    assert.deepStrictEqual(brokenRules(declared, 2), [{ rule: "min", message: "Must be at least 3." }])
    assert.deepStrictEqual(brokenRules(declared, 6), [{ rule: "max", message: "Must be at most 5." }])
    for (const value of ["1", "9"]) {
      assert.deepStrictEqual(brokenRules(declared, value), [{ rule: "pattern", message: "Must match ^b." }])
    }
    for (const value of [3, 4, 5, "b", true]) assert.isEmpty(brokenRules(declared, value))
  })

  it("the list when it is none of it, in its own type", () => {
    const unlisted = [{ rule: "enum", message: "Must be one of the listed values." }] as const
    const declared = { enum: [1, "2"] }
    for (const value of [1, "2"]) assert.isEmpty(brokenRules(declared, value))
    for (const value of ["1", 2, true]) assert.deepStrictEqual(brokenRules(declared, value), unlisted)
  })

  it("a value breaks nothing where nothing is declared", () => {
    for (const value of [1, "x", true]) assert.isEmpty(brokenRules({}, value))
  })
})

describe("the parameters of a call", () => {
  const declared: ParameterMap = {
    count: { type: "int8", min_value: 0, max_value: 3, default: 1 },
    name: { type: "string", regex: "b", enum: ["ab", "c"] },
    loud: { type: "bool", default: false }
  }
  const violations = (params: Readonly<Record<string, unknown>>, map: Readonly<Record<string, Parameter>> = declared) =>
    Result.getOrThrow(Result.flip(checkParameters(map, params))).violations

  it("the parameters of a call are answered with every violation in the order of the declaration", () => {
    assert.deepStrictEqual(violations({ other: 1, name: "x", count: "1" }), [
      { field: "count", rule: "type", message: "Must be a value of type int8." },
      { field: "name", rule: "enum", message: "Must be one of the listed values." },
      { field: "name", rule: "pattern", message: "Must match b." },
      { field: "other", rule: "undeclared", message: "The configuration declares no such parameter." }
    ])
    assert.deepStrictEqual(violations({}), [
      { field: "name", rule: "required", message: "This parameter is required." }
    ])
    assert.deepStrictEqual(violations({ name: "ab", count: null }), [
      { field: "count", rule: "type", message: "Must be a value of type int8." }
    ])
  })

  it("the parameters of a call are kept where they were given, false and zero too, and filled in where they were not", () => {
    const given = (params: Readonly<Record<string, unknown>>) => Result.getOrThrow(checkParameters(declared, params))
    assert.deepStrictEqual(given({ loud: true, name: "ab", count: 0 }), { count: 0, name: "ab", loud: true })
    assert.deepStrictEqual(given({ name: "ab" }), { count: 1, name: "ab", loud: false })
    assert.deepStrictEqual(Object.keys(given({ loud: true, name: "ab" })), ["count", "name", "loud"])
  })
})
