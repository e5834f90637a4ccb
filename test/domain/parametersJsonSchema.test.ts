import { inputSchema } from "@fleet/domain/RobotConfig/InputSchema"
import { type Parameter, ParameterType } from "@fleet/domain/RobotConfig/Parameter"
import { assert, describe, it } from "@effect/vitest"

const propertyOf = (parameter: Parameter) =>
  (inputSchema({ pa: parameter })!["properties"] as Readonly<Record<string, unknown>>)["pa"]

const safe = Number.MAX_SAFE_INTEGER
const expected: Readonly<Record<ParameterType, object>> = {
  bool: { type: "boolean" },
  byte: { type: "integer", minimum: 0, maximum: 255 },
  char: { type: "integer", minimum: 0, maximum: 255 },
  int8: { type: "integer", minimum: -128, maximum: 127 },
  uint8: { type: "integer", minimum: 0, maximum: 255 },
  int16: { type: "integer", minimum: -32_768, maximum: 32_767 },
  uint16: { type: "integer", minimum: 0, maximum: 65_535 },
  int32: { type: "integer", minimum: -2_147_483_648, maximum: 2_147_483_647 },
  uint32: { type: "integer", minimum: 0, maximum: 4_294_967_295 },
  int64: { type: "integer", minimum: -safe, maximum: safe },
  uint64: { type: "integer", minimum: 0, maximum: safe },
  float32: { type: "number" },
  float64: { type: "number" },
  string: { type: "string" },
  wstring: { type: "string" }
}

describe("the JSON schema of parameters", () => {
  it("the JSON schema of parameters has the type and the range of each ROS type, and nothing that is not declared", () => {
    for (const type of ParameterType.literals)
      assert.deepStrictEqual<unknown>(propertyOf({ type }), expected[type], type)
  })

  it("the JSON schema of parameters has the limits that are declared in place of the type's", () => {
    assert.deepStrictEqual<unknown>(propertyOf({ type: "int8", min_value: 0 }), {
      type: "integer",
      minimum: 0,
      maximum: 127
    })
    assert.deepStrictEqual<unknown>(propertyOf({ type: "int8", max_value: 0 }), {
      type: "integer",
      minimum: -128,
      maximum: 0
    })
    assert.deepStrictEqual<unknown>(propertyOf({ type: "float32", max_value: 0.5 }), { type: "number", maximum: 0.5 })
  })

  it("the JSON schema of parameters keeps an empty or false default", () => {
    for (const [type, value] of [
      ["bool", false],
      ["string", ""],
      ["float64", 0]
    ] as const) {
      assert.deepStrictEqual<unknown>(propertyOf({ type, default: value }), { ...expected[type], default: value })
    }
  })

  it("the JSON schema of parameters requires what has no default, and says nothing where everything has one", () => {
    const required = (parameters: Readonly<Record<string, Parameter>>) => inputSchema(parameters)!["required"]
    const given: Parameter = { type: "bool", default: false }
    assert.deepStrictEqual(required({ cc: { type: "bool" }, bb: given, aa: { type: "bool" } }), ["cc", "aa"])
    assert.isFalse(Object.hasOwn(inputSchema({ aa: given, bb: given })!, "required"))
  })
})
