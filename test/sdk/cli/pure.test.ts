import { assert, describe, it } from "@effect/vitest"
import { RosGraph, TypeDefinition, type TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { slugPattern } from "@fleet/domain/Slug"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { Arbitrary, Schema } from "effect"
import { parse, stringify } from "yaml"
import { changesOf } from "../../../packages/client-sdk/src/cli/changes.ts"
import { positionsIn } from "../../../packages/client-sdk/src/cli/issues.ts"
import { parametersOf } from "../../../packages/client-sdk/src/cli/parameters.ts"
import { Slugs } from "../../../packages/client-sdk/src/starter/Slugs.ts"
import { starterOf } from "../../../packages/client-sdk/src/starter/starter.ts"
import { validDocument } from "../../domain/arbitraries.ts"
import { placesOf, written } from "../../domain/places.ts"

const Part = Schema.Literals(["cmd_vel", "a", "_hidden", "state", "History", "x9__y", "rosout", "cameraFront", "1"])
const names = Arbitrary.schema(Schema.Array(Part).check(Schema.isMinLength(1), Schema.isMaxLength(3))).pipe(
  Arbitrary.map((parts) => `/${parts.join("/")}`)
)
const TypeName = Schema.Literals(["Twist", "TwistStamped", "BatteryState", "Image", "Bool", "Odd"])
const packages = Schema.Literals(["geometry_msgs", "sensor_msgs", "std_msgs", "rcl_interfaces", "nav2_msgs"])
const FieldName = Schema.Literals([
  "x",
  "frame_id",
  "data",
  "header",
  "percentage",
  "goal_pose",
  "w",
  "stamp",
  "max__speed_",
  "linear"
])
const FieldType = Schema.Literals([
  "bool",
  "string<=4",
  "float32",
  "int64",
  "uint8",
  "wstring",
  "time",
  "geometry_msgs/msg/Any"
])

const leaf = Schema.Struct({ name: FieldName, type: FieldType, array: Schema.Boolean, fields: Schema.Null })
const nested = Schema.Struct({
  name: FieldName,
  type: Schema.Literals(["geometry_msgs/msg/Pose", "std_msgs/msg/Header"]),
  array: Schema.Boolean,
  fields: Schema.Array(leaf).check(Schema.isMaxLength(3))
})
const Fields = Schema.Array(Schema.Union([leaf, nested])).check(Schema.isMaxLength(5))

/** No message has a field twice. */
const distinct = (fields: ReadonlyArray<TypeField>): ReadonlyArray<TypeField> =>
  [...new Map(fields.map((field) => [field.name, field])).values()].map((field) =>
    field.fields === null ? field : { ...field, fields: distinct(field.fields) }
  )

const entry = Arbitrary.all({
  name: names,
  from: Arbitrary.schema(packages),
  type: Arbitrary.schema(TypeName),
  fields: Arbitrary.schema(Fields)
})
const entries = Arbitrary.array(entry, { maxLength: 8 })

type Entry = {
  readonly name: string
  readonly from: string
  readonly type: string
  readonly fields: ReadonlyArray<TypeField>
}

/** A robot that offers these, each name once, and the definitions of its types. */
const robotOf = (topics: ReadonlyArray<Entry>, services: ReadonlyArray<Entry>, actions: ReadonlyArray<Entry>) => {
  const definitions = new Map<string, TypeDefinition>()
  const section = (offered: ReadonlyArray<Entry>, kind: "msg" | "srv" | "action") =>
    [...new Map(offered.map((each) => [each.name, each])).values()].map((each) => {
      const name = `${each.from}/${kind}/${each.type}`
      const fields = distinct(each.fields)
      if (kind === "msg") definitions.set(name, { name, kind, fields })
      else if (kind === "srv") definitions.set(name, { name, kind, request: fields, response: [] })
      else definitions.set(name, { name, kind, goal: fields, result: [], feedback: [] })
      return { name: each.name, types: [name] }
    })
  const graph: RosGraph = {
    topics: section(topics, "msg"),
    services: section(services, "srv"),
    actions: section(actions, "action"),
    captured_at_ms: 1
  }
  return { graph, definitions }
}

describe("a starter configuration", () => {
  it.prop("a starter configuration has no error, whatever a robot offers", [entries, entries, entries], (offered) => {
    const { definitions, graph } = robotOf(...offered)
    const source = starterOf("Rover", graph, [...definitions.values()])
    assert.match(source, /^platform: 1\n/)
    const { issues } = validate(parse(source), { graph, types: definitions })
    assert.deepStrictEqual(issues, [], source)
    assert.strictEqual(starterOf("Rover", graph, [...definitions.values()].toReversed()), source)
  })

  it.prop("a starter configuration gives every name a slug of its own", [Arbitrary.array(names)], ([many]) => {
    const slugs = new Slugs()
    const taken = many.map((name) => slugs.take(name, "topic"))
    assert.strictEqual(new Set(taken).size, many.length)
    for (const slug of taken) {
      assert.match(slug, slugPattern)
      assert.isTrue(slug.length >= 2 && slug.length <= 63)
    }
  })

  it("a starter configuration has each camera once, by its own name", () => {
    const topics = [
      ["/front/image_raw", "Image"],
      ["/front/image_raw/compressed", "CompressedImage"],
      ["/front/image_raw/compressedDepth", "CompressedImage"],
      ["/arm/wrist/image_rect_color", "Image"],
      ["/image", "Image"],
      ["/picture/compressed", "CompressedImage"]
    ].map(([name, type]) => ({ name: name!, types: [`sensor_msgs/msg/${type}`] }))
    const source = starterOf("Rover", { topics, services: [], actions: [], captured_at_ms: 1 }, [])
    const cameras: Record<string, { source: { topic: string } }> = parse(source).cameras
    assert.deepStrictEqual(
      Object.entries(cameras).map(([slug, camera]) => [slug, camera.source.topic]),
      [
        ["wrist", "/arm/wrist/image_rect_color"],
        ["front", "/front/image_raw/compressed"],
        ["image", "/image"],
        ["picture", "/picture/compressed"]
      ]
    )
    assert.include(source, "#   /front/image_raw: the same as JPEG is beside it")
    assert.include(source, "#   /front/image_raw/compressedDepth: depths are no pictures")
  })

  it("a starter configuration gives a stamped goal its frame, which has to be said, and leaves the time to the robot", () => {
    const number = (name: string) => ({ name, type: "float64", array: false, fields: null })
    const part = (name: string, type: string, fields: ReadonlyArray<TypeField>) => ({
      name,
      type,
      array: false,
      fields
    })
    const stamp = part("stamp", "builtin_interfaces/msg/Time", [number("sec")])
    const frame = { name: "frame_id", type: "string", array: false, fields: null }
    const goal = [
      part("pose", "geometry_msgs/msg/PoseStamped", [
        part("header", "std_msgs/msg/Header", [stamp, frame]),
        part("pose", "geometry_msgs/msg/Pose", [part("position", "geometry_msgs/msg/Point", [number("x")])])
      ])
    ]
    const type = "nav2_msgs/action/NavigateToPose"
    const graph = { topics: [], services: [], actions: [{ name: "/go", types: [type] }], captured_at_ms: 1 }
    const source = starterOf("Rover", graph, [{ name: type, kind: "action", goal, result: [], feedback: [] }])
    assert.deepStrictEqual(parse(source).actions, {
      go: {
        ros_name: "/go",
        type,
        message: {
          pose: {
            header: { frame_id: "${pose_header_frame_id}" },
            pose: { position: { x: "${pose_pose_position_x}" } }
          }
        },
        parameters: {
          pose_header_frame_id: { type: "string", default: "map" },
          pose_pose_position_x: { type: "float64", default: 0 }
        }
      }
    })
  })

  it("a starter configuration shortens names of 63 characters and more, and numbers what is left alike", () => {
    const slugs = new Slugs()
    const long = `/${"a".repeat(80)}`
    assert.strictEqual(slugs.take(long, "topic"), "a".repeat(63))
    assert.strictEqual(slugs.take(`${long}b`, "topic"), `${"a".repeat(61)}_2`)
    assert.strictEqual(slugs.take("/history", "topic"), "history_2")
    assert.strictEqual(slugs.take("/front/state", "topic"), "front_state")
    assert.strictEqual(slugs.take("/x", "topic"), "x_topic")
  })
})

describe("the place of an issue", () => {
  it.prop("the place of an issue is where its key is written", [validDocument], ([document]) => {
    const source = stringify(document, { lineWidth: 0, aliasDuplicateObjects: false })
    const places = placesOf(document).map(({ keys }) => keys)
    const named = places.filter((keys) => typeof keys.at(-1) === "string" && /^[a-z_0-9]+$/.test(String(keys.at(-1))))
    const positions = positionsIn(source, named.map(written))
    const lines = source.split("\n")
    for (const [index, keys] of named.entries()) {
      const { column, line } = positions[index]!
      const text = lines[line - 1]!.slice(column - 1)
      assert.isTrue(text.replace(/^"/, "").startsWith(String(keys.at(-1))), `${written(keys)}: ${text}`)
    }
  })

  it("the place of an issue is the nearest thing that is written, and the first character without any", () => {
    const source = "platform: 1\nactions:\n  dock: {type: a}\nlist:\n  - one\n  - two\n"
    const at = (path: string) => positionsIn(source, [path])[0]
    assert.deepStrictEqual(at("actions.dock.ros_name"), { line: 3, column: 3 })
    assert.deepStrictEqual(at("list[1]"), { line: 6, column: 5 })
    assert.deepStrictEqual(at("(document)"), { line: 1, column: 1 })
    assert.deepStrictEqual(positionsIn("", ["(document)", "a.b"]), [
      { line: 1, column: 1 },
      { line: 1, column: 1 }
    ])
  })
})

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

describe("what a publish changes", () => {
  it.prop("what a publish changes is nothing between a document and itself", [validDocument], ([document]) => {
    assert.deepStrictEqual(changesOf(asJson(document), asJson(document)), [])
  })
})

describe("parameters of fleet run", () => {
  it("parameters of fleet run are read by the type that they are declared with", () => {
    const schema = { properties: { id: { type: "string" }, on: { type: "boolean" }, n: { type: "integer" } } }
    assert.deepStrictEqual(parametersOf(["id=7", "on=true", "n=3", "other=[1]", "text=a=b"], '{"n":1,"z":2}', schema), {
      n: 3,
      z: 2,
      id: "7",
      on: true,
      other: [1],
      text: "a=b"
    })
    assert.deepStrictEqual(parametersOf([], undefined, null), {})
    assert.throws(() => parametersOf(["n=many"], undefined, schema), /n is a integer|n is an integer/)
  })
})
