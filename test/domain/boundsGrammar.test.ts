import {
  AnyRosType,
  FieldPath,
  Message,
  Placeholder,
  placeholderName,
  RosName,
  RosType,
  SlugMap
} from "@fleet/domain/RobotConfig/Grammar"
import { RosGraph, TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { firstViolation } from "@fleet/domain/Violations"
import { lastEpochMs } from "@fleet/domain/Wire"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"

/** Holds when the schema takes exactly the first of the two lists. */
const assertTakes = (schema: Schema.Decoder<unknown>, good: ReadonlyArray<unknown>, bad: ReadonlyArray<unknown>) => {
  const takes = Schema.is(schema)
  for (const value of good) assert.isTrue(takes(value), JSON.stringify(value)?.slice(0, 80))
  for (const value of bad) assert.isFalse(takes(value), JSON.stringify(value)?.slice(0, 80))
}

const refusal = (schema: Schema.Decoder<unknown>, value: unknown): string => {
  const decoded = Schema.decodeUnknownResult(schema)(value)
  return Result.isFailure(decoded) ? String(decoded.failure.message).split("\n")[0]! : "taken"
}

describe("the grammar of", () => {
  it("a ROS name is segments of letters, digits and underscores, each after a slash", () => {
    assertTakes(
      RosName,
      ["/a", "/_", "/Ab_9", "/a/b", "/a/_b9/C_", `/${"n".repeat(254)}`],
      [
        "",
        "/",
        "a",
        "x/a",
        "~/a",
        "/9a",
        "/a/9b",
        "/a//b",
        "/a/",
        "/a-b",
        "/a/b-c",
        "/a b",
        "/a\n",
        `/${"n".repeat(255)}`
      ]
    )
    assert.match(refusal(RosName, "a"), /an absolute ROS name such as \/battery/)
  })

  it("a ROS type has three segments, and the middle one says what it is", () => {
    for (const [segment, others] of [
      ["msg", ["srv", "action", ""]],
      ["srv", ["msg", "action", "x"]],
      ["action", ["msg", "srv", "actions"]]
    ] as const) {
      assertTakes(
        RosType(segment),
        [`a/${segment}/B`, `a_1/${segment}/b9`, `geometry_msgs/${segment}/PoseStamped`],
        [...others.map((other) => `a/${other}/B`), `a/${segment}`, `a/${segment}/`, `/${segment}/B`, `A/${segment}/B`]
      )
      assertTakes(
        RosType(segment),
        [],
        [
          `a/${segment}/B_c`,
          `a/${segment}/9B`,
          `9a/${segment}/B`,
          `x a/${segment}/B`,
          `a/${segment}/B/C`,
          `a/${segment}/B `
        ]
      )
      assert.include(refusal(RosType(segment), "a"), `a ROS 2 type such as package/${segment}/Name`)
    }
    assertTakes(AnyRosType, ["a/msg/B", "a/srv/B", "a/action/B"], ["a/B", "a/msgs/B", "a/msg|srv/B", "a/msgsrv/B"])
    assert.include(refusal(AnyRosType, "a"), "package/msg/Name or package/srv/Name or package/action/Name")
  })

  it("a field path is names with dots, each with one index at most", () => {
    assertTakes(
      FieldPath,
      ["a", "_", "a_9", "abc", "a[0]", "a[12]", "a.b", "a.bcd", "a[1].b[12]", "a.b[3].c_1.d", "f".repeat(255)],
      ["", ".", "a.", ".a", "a..b", "A", "aB", "a.B", "9a", "a.9", "a[]", "a[x]", "a[-1]", "a[1", "a1]", "a[1][2]"]
    )
    assertTakes(FieldPath, [], ["a.b[1][2]", "a.[1]", "[1]", "a b", " a", "a ", "a[1]b", "f".repeat(256)])
    assert.match(refusal(FieldPath, "A"), /a field path such as pose\.position\.x or ranges\[0\]/)
  })

  it("a placeholder is a slug in braces after a dollar sign, and nothing else", () => {
    const good = ["${a}", "${ab}", "${a1}", "${a_b}", "${ab12_34_cd}"]
    const bad = ["", "${}", "{a}", "$a", "${A}", "${1a}", "${_a}", "${a_}", "${a__b}", "${a-b}", "${a b}", "${ä}"]
    const longer = ["x${a}", "${a}x", "${a}${b}", " ${a}", "${a}\n", "$${a}", "${${a}}"]
    assertTakes(Placeholder, good, [...bad, ...longer])
    for (const text of good) assert.strictEqual(placeholderName(text), text.slice(2, -1))
    for (const text of [...bad, ...longer]) assert.isNull(placeholderName(text))
    assert.include(refusal(Placeholder, "a"), "a placeholder such as ${name}")
  })

  it("a placeholder is a text: a value that turns into one is not", () => {
    for (const value of [["${a}"], { toString: () => "${a}" }, null, undefined, 1, true, {}]) {
      assert.isNull(placeholderName(value))
    }
  })

  it("a message is a map, or a placeholder", () => {
    assertTakes(Message, [{}, { x: [1, { y: null }] }, "${halt}"], ["halt", "", [], 1, true, null])
  })

  it("a map of slugs has as many entries as it may", () => {
    const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, true]))
    assertTakes(SlugMap(Schema.Boolean, 3), [{}, of(1), of(3)], [of(4), { s1: 1 }, { S: true }, { s: true }])
    assertTakes(SlugMap(Schema.Boolean), [{}, of(1000)], [{ s1: 1 }, { "s-1": true }])
    const document = (max?: number) => JSON.stringify(Schema.toJsonSchemaDocument(SlugMap(Schema.Boolean, max)))
    assert.include(document(3), '"maxProperties":3')
    assert.notInclude(document(), "maxProperties")
  })
})

describe("what a robot says of itself", () => {
  const graph: RosGraph = { topics: [], services: [], actions: [], captured_at_ms: 0 }
  const named = { name: "/a", types: ["a/msg/B"] }

  it("what a robot says of itself is topics, services and actions, each with one type or more", () => {
    const good = [named, { name: "/a", types: ["a/msg/B", "a/srv/B", "a/action/B"] }]
    const bad = [
      { ...named, types: [] },
      { ...named, types: ["a/B"] },
      { ...named, name: "a" },
      { name: "/a" },
      {},
      "/a"
    ]
    for (const key of ["topics", "services", "actions"] as const) {
      const withEntry = (entry: unknown) => ({ ...graph, [key]: [named, entry] })
      assertTakes(RosGraph, [graph, ...good.map(withEntry)], bad.map(withEntry))
      const { [key]: _, ...without } = graph
      assertTakes(RosGraph, [], [without])
    }
    const refused = Schema.decodeUnknownResult(RosGraph)({ ...graph, topics: [{ ...named, types: [] }] })
    if (Result.isSuccess(refused)) return assert.fail("taken")
    assert.deepStrictEqual(firstViolation(refused.failure.issue), { field: "topics[0].types", rule: "too_short" })
  })

  it("what a robot says of itself was read at a moment that a date can hold", () => {
    const at = (captured_at_ms: unknown) => ({ ...graph, captured_at_ms })
    assertTakes(RosGraph, [at(0), at(lastEpochMs)], [at(-1), at(0.5), at(lastEpochMs + 1), at("0")])
  })

  it("what a robot says of itself has fields with names of 128 characters and types of 255 at most, as deep as they nest", () => {
    const field = { name: "n", type: "t", array: false, fields: null }
    const edges = { name: 128, type: 255 } as const
    for (const [key, most] of Object.entries(edges)) {
      const of = (length: number) => ({ ...field, [key]: "x".repeat(length) })
      assertTakes(TypeField, [of(1), of(most)], [of(0), of(most + 1)])
    }
    const nested = { ...field, fields: [field, { ...field, array: true, fields: [{ ...field, fields: [] }] }] }
    assertTakes(
      TypeField,
      [field, nested],
      [
        { ...field, array: 1 },
        { ...field, fields: {} },
        { name: "n", type: "t" }
      ]
    )
    assertTakes(
      TypeField,
      [],
      [
        { ...field, fields: [1] },
        { ...field, fields: [{ ...field, fields: [{ ...field, name: "" }] }] }
      ]
    )
  })

  it("what a robot says of itself defines a type with the parts of its kind", () => {
    const fields = [{ name: "n", type: "t", array: false, fields: null }]
    const kinds: ReadonlyArray<Readonly<Record<string, unknown>>> = [
      { name: "a/msg/B", kind: "msg", fields },
      { name: "a/srv/B", kind: "srv", request: fields, response: [] },
      { name: "a/action/B", kind: "action", goal: fields, result: [], feedback: fields }
    ]
    for (const definition of kinds) {
      assertTakes(TypeDefinition, [definition], [])
      assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(TypeDefinition)(definition), definition)
      for (const key of Object.keys(definition)) {
        const { [key]: _, ...without } = definition
        assertTakes(TypeDefinition, [], [without, { ...definition, [key]: "other" }, { ...definition, [key]: [{}] }])
      }
    }
  })
})
