import { ParameterType } from "@fleet/domain/RobotConfig/Parameter"
import { classOf, fits, integerRanges, isNumeric } from "@fleet/domain/RobotConfig/ParameterTypes"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

const integers = ["byte", "char", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"] as const
const floats = ["float32", "float64"] as const
const strings = ["string", "wstring"] as const

describe("a type", () => {
  it("a type is an integer, a float, a boolean or a string, or no primitive", () => {
    for (const type of integers) assert.strictEqual(classOf(type), "integer")
    for (const type of floats) assert.strictEqual(classOf(type), "float")
    for (const type of strings) assert.strictEqual(classOf(type), "string")
    for (const type of ["bool", "boolean"]) assert.strictEqual(classOf(type), "boolean")
    for (const type of ["", "a/msg/B", "int", "String", "string<=3", "constructor"]) assert.isNull(classOf(type))
  })

  it("a type is numeric as an integer or a float", () => {
    for (const type of [...integers, ...floats]) assert.isTrue(isNumeric(type), type)
    for (const type of [...strings, "bool", "boolean", "a/msg/B"]) assert.isFalse(isNumeric(type), type)
  })

  it("a type of a parameter is one of fifteen primitives", () => {
    const isType = Schema.is(ParameterType)
    for (const type of ["bool", ...integers, ...floats, ...strings]) assert.isTrue(isType(type), type)
    for (const type of ["", "boolean", "int", "a/msg/B", "string<=3"]) assert.isFalse(isType(type), type)
    assert.lengthOf(ParameterType.literals, 15)
  })
})

describe("a value fits", () => {
  it("an integer type from its least to its greatest", () => {
    assert.deepStrictEqual([...integerRanges.keys()], [...integers])
    for (const type of integers) {
      const [min, max] = integerRanges.get(type)!
      for (const value of [min, max]) assert.isTrue(fits(type, value), `${type} ${value}`)
      for (const value of [min - 1, max + 1, 0.5, String(max), null]) {
        assert.isFalse(fits(type, value), `${type} ${value}`)
      }
    }
  })

  it("a value fits float32 up to the greatest that it holds, and float64 as any finite number", () => {
    const greatest = 3.4028234663852886e38
    for (const value of [greatest, -greatest, 0.1]) assert.isTrue(fits("float32", value))
    for (const value of [greatest * 1.000001, -greatest * 1.000001, NaN, "1"]) assert.isFalse(fits("float32", value))
    for (const value of [Number.MAX_VALUE, -Number.MAX_VALUE]) assert.isTrue(fits("float64", value))
    for (const value of [Infinity, NaN, "1", null]) assert.isFalse(fits("float64", value))
  })

  it("a string as text that ROS can carry", () => {
    for (const type of strings) {
      for (const value of ["", "ä😀", "0"]) assert.isTrue(fits(type, value))
      for (const value of ["\0", "a\ud800", 1, null, ["a"]]) assert.isFalse(fits(type, value))
    }
  })

  it("no type that is no primitive", () => {
    for (const value of [1, "x", true, {}, null]) assert.isFalse(fits("a/msg/B" as ParameterType, value))
  })

  it("a boolean as true or false", () => {
    for (const value of [true, false]) assert.isTrue(fits("bool", value))
    for (const value of [0, "true", null]) assert.isFalse(fits("bool", value))
  })
})
