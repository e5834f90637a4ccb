import { checkBody } from "@fleet/domain/RobotConfig/BodyTypes"
import { Findings } from "@fleet/domain/RobotConfig/Findings"
import { type ParameterMap, ParameterType } from "@fleet/domain/RobotConfig/Parameter"
import { Path } from "@fleet/domain/RobotConfig/Path"
import type { TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { assert, describe, it } from "@effect/vitest"

const field = (name: string, type: string, fields: ReadonlyArray<TypeField> | null = null): TypeField => ({
  name,
  type,
  array: false,
  fields
})
const list = (of: TypeField): TypeField => ({ ...of, array: true })

const point = field("at", "demo/msg/Point", [field("x", "float64"), field("y", "float64")])
const size = field("size", "demo/msg/Size", [field("width", "float64"), field("x", "string")])

interface Given {
  readonly parameters?: ParameterMap
  readonly shared?: boolean
}

const said = (fields: ReadonlyArray<TypeField>, body: object, { parameters, shared = false }: Given = {}) => {
  const findings = new Findings()
  checkBody(body as Record<string, unknown>, fields, parameters, Path.root.child("message"), shared, findings)
  return findings.issues.map(({ code, message, path }) => `${code} ${path}: ${message}`)
}

const misfit = (place: string, message: string) => `type_mismatch message.${place}: ${message}`

/** Whether a field of the type takes the value as it is written. */
const takes = (type: string, value: unknown, list = false) =>
  said([{ name: "it", type, array: list, fields: null }], { it: value }).length === 0

const numbers = ["byte", "char", "int8", "uint8", "int16", "uint16", "int32", "uint32"]

describe("a value in a message", () => {
  it("a value in a message is a whole number for the types of whole numbers", () => {
    for (const type of [...numbers, "int64", "uint64"]) {
      for (const value of [0, -7, 12]) assert.isTrue(takes(type, value), type)
      for (const value of [1.5, true, [1], {}, "x", ""]) assert.isFalse(takes(type, value), type)
    }
  })

  it("a value in a message may be decimal digits for 64 bits, and for no other type", () => {
    for (const type of ["int64", "uint64"]) {
      for (const value of ["7", "-9223372036854775808", "18446744073709551615"])
        assert.isTrue(takes(type, value), value)
      for (const value of ["", "-", "1.5", "1e3", "0x1f", "7 ", " 7", "+7", ["7"]]) assert.isFalse(takes(type, value))
    }
    for (const type of numbers) assert.isFalse(takes(type, "7"), type)
  })

  it("a value in a message is a number for a float, a boolean for a bool, a text for a string", () => {
    const kinds: ReadonlyArray<readonly [types: ReadonlyArray<string>, good: ReadonlyArray<unknown>]> = [
      [
        ["float32", "float64"],
        [1, 1.5]
      ],
      [
        ["bool", "boolean"],
        [true, false]
      ],
      [
        ["string", "wstring", "string<=2"],
        ["", "long text"]
      ]
    ]
    for (const [types, good] of kinds) {
      for (const type of types) {
        for (const value of [1, 1.5, true, false, "", "long text", [], {}]) {
          assert.strictEqual(takes(type, value), good.includes(value), `${type} ${JSON.stringify(value)}`)
        }
      }
    }
  })

  it("a value in a message may be anything where the type's fields are not known", () => {
    for (const value of [1, "x", true, [], { any: [1] }]) assert.isTrue(takes("demo/msg/Opaque", value))
  })

  it("a value in a message is a list where the type has one, or a text where that is one of bytes", () => {
    for (const type of ["uint8", "byte", "char"]) {
      assert.isTrue(takes(type, "AAE=", true) && takes(type, [0, 1], true), type)
      assert.isFalse(takes(type, 1, true) || takes(type, {}, true) || takes(type, ["AAE="], true), type)
    }
    for (const type of ["int8", "uint16", "float32", "string", "bool"]) assert.isFalse(takes(type, "AAE=", true), type)
    assert.isFalse(takes("float32", [[1]], true))
  })

  it("a value in a message is a map where the type has fields", () => {
    for (const value of [1, "x", true, []]) {
      assert.deepStrictEqual(said([point], { at: value }), [misfit("at", "at is demo/msg/Point.")])
    }
    assert.deepStrictEqual(said([list(point)], { at: { x: 1 } }), [misfit("at", "at is a list of demo/msg/Point.")])
    assert.isEmpty([...said([point], { at: {} }), ...said([list(point)], { at: [{}, { x: 1 }] })])
  })
})

describe("a parameter in a message", () => {
  const given = (type: string, parameter: ParameterType, list = false) =>
    said(
      [{ name: "it", type, array: list, fields: null }],
      { it: "${pa}" },
      { parameters: { pa: { type: parameter } } }
    ).length === 0

  const kinds: ReadonlyArray<readonly [type: string, takes: ReadonlyArray<ParameterType>]> = [
    ["bool", ["bool"]],
    [
      "float32",
      ["byte", "char", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"]
    ],
    ["int16", ["byte", "char", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]],
    ["wstring", ["string", "wstring"]]
  ]
  for (const [type, taken] of kinds) {
    it(`a parameter in a message for a ${type} is of a type that fits`, () => {
      assert.deepStrictEqual(
        ParameterType.literals.filter((parameter) => given(type, parameter)),
        taken
      )
    })
  }

  it("a parameter in a message for a list of bytes is a text, since no parameter is a list", () => {
    for (const type of ["uint8", "byte", "char"]) {
      assert.deepStrictEqual(
        ParameterType.literals.filter((parameter) => given(type, parameter, true)),
        ["string", "wstring"]
      )
    }
    assert.isEmpty(ParameterType.literals.filter((parameter) => given("string", parameter, true)))
  })

  it("a parameter in a message may be one value of a list", () => {
    const parameters: ParameterMap = { pa: { type: "int8" }, pb: { type: "string" } }
    assert.deepStrictEqual(said([list(field("it", "int32"))], { it: ["${pa}", 1, "${pb}"] }, { parameters }), [
      misfit("it[2]", "it is a list of int32.")
    ])
  })

  it("a parameter in a message cannot be a map", () => {
    assert.deepStrictEqual(said([point], { at: "${pa}" }, { parameters: { pa: { type: "string" } } }), [
      misfit("at", "at is demo/msg/Point.")
    ])
  })

  it("a parameter in a message that is not declared is not judged", () => {
    const body = { it: "${nope}" }
    for (const type of ["bool", "demo/msg/Point"]) {
      for (const name of ["nope", "constructor"]) assert.isEmpty(said([field("it", type)], { it: `\${${name}}` }))
    }
    assert.isEmpty(said([list(point)], { at: "${nope}" }, { parameters: {} }))
    assert.isEmpty(said([field("it", "bool")], { it: "${constructor}" }, { parameters: { pa: { type: "int8" } } }))
    assert.isEmpty(said([field("it", "bool")], body, { parameters: {} }))
  })

  it("a parameter in a message may be called null", () => {
    const fields = [field("name", "string"), field("speed", "float64")]
    const parameters: ParameterMap = { null: { type: "string" } }
    assert.isEmpty(said(fields, { name: "${null}", speed: 1 }, { parameters }))
  })
})

describe("what is found in a message", () => {
  it("what is found in a message is shown at its place, and that of a shared one where it is inserted, once", () => {
    const fields = [list(point), size]
    const body = { at: [{ x: 1 }, { x: "1", z: 1 }], size: { width: "1" }, nope: 1 }
    assert.deepStrictEqual(said(fields, body), [
      "unknown_field_path message.nope: The type has no field nope.",
      misfit("size.width", "width is float64."),
      "unknown_field_path message.at[1].z: The type has no field z.",
      misfit("at[1].x", "x is float64.")
    ])
    assert.deepStrictEqual(said(fields, body, { shared: true }), [
      "unknown_field_path message: The type has no field nope.",
      "type_mismatch message: width is float64."
    ])
  })

  it("what is found in a message at one of several places that an alias fills is found whatever fits the others", () => {
    const aliased = { x: 1 }
    assert.deepStrictEqual(said([point, size], { at: aliased, size: aliased }), [misfit("size.x", "x is string.")])
    assert.deepStrictEqual(said([size, point], { size: aliased, at: aliased }), [misfit("size.x", "x is string.")])
  })

  it("what is found in a message in a list of one alias is said once", () => {
    const aliased = { z: 1 }
    assert.lengthOf(said([list(point)], { at: [aliased, aliased, aliased] }), 1)
  })

  it("what is found in a message in a map that holds itself ends where its type does", () => {
    const inner = field("next", "demo/msg/Inner", [field("other", "bool")])
    const loop: Record<string, unknown> = {}
    loop["next"] = loop
    assert.deepStrictEqual(said([inner], loop), ["unknown_field_path message.next.next: The type has no field next."])
  })

  it("what is found in a message is not searched for any more when no more can be listed", () => {
    const searched = (findings: Findings) => {
      let read = false
      const at = {
        get x() {
          read = true
          return 1
        }
      }
      checkBody({ at }, [point], undefined, Path.root, false, findings)
      return read
    }
    const findings = new Findings()
    assert.isTrue(searched(findings))
    findings.add(Path.root.child("x".repeat(4_000_000)), "custom", "Full.")
    assert.isFalse(searched(findings))
  })
})
