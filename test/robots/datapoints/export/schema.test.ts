import { assert, describe, it } from "@effect/vitest"
import type { TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { valueSchema } from "@fleet/server/robots/datapoints/export/valueSchema"

const field = (name: string, type: string, { array = false, fields = null }: Partial<TypeField> = {}): TypeField => ({
  name,
  type,
  array,
  fields
})

const stamp = field("stamp", "builtin_interfaces/msg/Time", {
  fields: [field("sec", "int32"), field("nanosec", "uint32")]
})

const definition: TypeDefinition = {
  name: "fleet_interfaces/msg/Everything",
  kind: "msg",
  fields: [
    stamp,
    field("on", "bool"),
    field("name", "string<=10"),
    field("wide", "wstring"),
    field("far", "float64"),
    field("big", "int64"),
    field("raw", "uint8", { array: true }),
    field("letters", "byte", { array: true }),
    field("ranges", "float32", { array: true }),
    field("points", "geometry_msgs/msg/Point", { array: true, fields: [field("x", "float64")] }),
    field("opaque", "other_msgs/msg/Unknown"),
    field("opaques", "other_msgs/msg/Unknown", { array: true }),
    field("empty", "std_msgs/msg/Empty", { fields: [] })
  ]
}

const datapoint = { topic: "/all", type: definition.name }
const time = { type: "object", properties: { sec: { type: "integer" }, nanosec: { type: "integer" } } }
const point = { type: "object", properties: { x: { type: "number" } } }

/** What viewers refuse: a list of types, a property or an item without a type, an object without properties. */
const unreadable = (schema: unknown, place: string): ReadonlyArray<string> => {
  const { items, properties, type } = schema as Readonly<Record<string, object | undefined>>
  if (typeof type !== "string") return [`${place} has the type ${JSON.stringify(type)}`]
  if (type === "array") return unreadable(items, `${place}[]`)
  if (type !== "object") return []
  if (properties === undefined) return [`${place} has no properties`]
  return Object.entries(properties).flatMap(([name, inner]) => unreadable(inner, `${place}.${name}`))
}

describe("the schema of an exported MCAP file", () => {
  it("the schema of an exported MCAP file says what is known of a message, in types that viewers read", () => {
    const schema = valueSchema(datapoint, definition, undefined)
    assert.deepStrictEqual(schema, {
      type: "object",
      properties: {
        stamp: time,
        on: { type: "boolean" },
        name: { type: "string" },
        wide: { type: "string" },
        far: { type: "number" },
        big: { type: "integer" },
        raw: { type: "string", contentEncoding: "base64" },
        letters: { type: "string", contentEncoding: "base64" },
        ranges: { type: "array", items: { type: "number" } },
        points: { type: "array", items: point },
        empty: { type: "object", properties: {} }
      }
    })
    assert.deepStrictEqual(unreadable(schema, ""), [])
  })

  it("the schema of an exported MCAP file is that of the datapoint's field, and of a number where it is scaled", () => {
    const of = (path: string) => valueSchema({ ...datapoint, field: path }, definition, undefined)
    assert.deepStrictEqual(of("stamp"), time)
    assert.deepStrictEqual(of("stamp.sec"), { type: "integer" })
    assert.deepStrictEqual(of("points"), { type: "array", items: point })
    assert.deepStrictEqual(of("points[3].x"), { type: "number" })
    const scaled = { ...datapoint, field: "big", numeric: { scale: 0.5 } }
    assert.deepStrictEqual(valueSchema(scaled, undefined, undefined), { type: "number" })
  })

  it("the schema of an exported MCAP file says nothing of what is not known, or of a part that need not be there", () => {
    for (const path of ["nothing", "opaque", "opaque.deeper"]) {
      assert.isNull(valueSchema({ ...datapoint, field: path }, definition, undefined), path)
    }
    assert.isNull(valueSchema(datapoint, undefined, undefined))
    assert.isNull(valueSchema(datapoint, definition, "stamp"))
  })
})
