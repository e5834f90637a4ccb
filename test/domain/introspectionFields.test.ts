import type { TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { fieldsOf, primitive, resolveField } from "@fleet/domain/RobotConfig/TypeFields"
import { assert, describe, it } from "@effect/vitest"

const field = (name: string, type = "int8", fields: ReadonlyArray<TypeField> | null = null, array = false) => ({
  name,
  type,
  array,
  fields
})

const [one, two, three] = [[field("one")], [field("two")], [field("three")]]

describe("the fields that a path is read against", () => {
  it("the fields that a path is read against are a message's own, a service's request and an action's goal", () => {
    assert.strictEqual(fieldsOf({ name: "a/msg/B", kind: "msg", fields: one }), one)
    assert.strictEqual(fieldsOf({ name: "a/srv/B", kind: "srv", request: one, response: two }), one)
    assert.strictEqual(fieldsOf({ name: "a/action/B", kind: "action", goal: one, result: two, feedback: three }), one)
  })
})

describe("a bound of a text", () => {
  it("a bound of a text is taken off where it ends the type, whatever its digits", () => {
    const types = ["string<=1", "wstring<=255", "string", "string<=", "string<=x", "string<=9[<=5]", "string<=1<=22"]
    assert.deepStrictEqual(types.map(primitive), [
      "string",
      "wstring",
      "string",
      "string<=",
      "string<=x",
      "string<=9[<=5]",
      "string<=1"
    ])
  })
})

describe("a field path through nested types", () => {
  const x = field("x", "string<=9")
  const inner = field("inner", "a/msg/Inner", [x, field("open", "a/msg/Open")])
  const fields = [
    field("x", "bool"),
    field("outer", "a/msg/Outer", [inner]),
    field("all", "a/msg/Outer", [inner], true)
  ]
  const asked: Array<string> = []
  const resolve = (path: string) =>
    resolveField(fields, path, (type) => {
      asked.push(type)
      return type === "string"
    })

  it("a field path through nested types is read segment by segment, each in the type of the one before", () => {
    assert.deepStrictEqual(resolve("x"), { kind: "found", field: fields[0]!, list: false })
    assert.deepStrictEqual(resolve("outer.inner.x"), { kind: "found", field: x, list: false })
    assert.deepStrictEqual(resolve("all[3].inner"), { kind: "found", field: inner, list: false })
    assert.deepStrictEqual(resolve("all"), { kind: "found", field: fields[2]!, list: true })
    assert.deepStrictEqual(resolve("outer.x"), { kind: "missing", reason: "The type has no field x." })
    assert.isEmpty(asked)
  })

  it("a field path through nested types ends at a primitive, and is opaque below a type whose fields are not known", () => {
    assert.deepStrictEqual(resolve("outer.inner.open.a.b"), { kind: "opaque" })
    assert.deepStrictEqual(resolve("outer.inner.x.a"), {
      kind: "missing",
      reason: "x is a string<=9, which has no fields."
    })
    assert.deepStrictEqual(asked, ["a/msg/Open", "string"])
  })

  it("a field path through nested types that is empty names no field", () => {
    assert.deepStrictEqual(resolve(""), { kind: "missing", reason: "The type has no field ." })
  })
})
