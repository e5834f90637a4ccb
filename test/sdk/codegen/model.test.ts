import { assert, describe, it } from "@effect/vitest"
import { TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { Arbitrary, Schema } from "effect"
import { stripTypeScriptTypes } from "node:module"
import { additionsOf, breaksOf, readRecord } from "../../../packages/client-sdk/src/codegen/check.ts"
import { type Document, namedTypes, sections } from "../../../packages/client-sdk/src/codegen/Document.ts"
import { modelOf } from "../../../packages/client-sdk/src/codegen/Model.ts"
import { render } from "../../../packages/client-sdk/src/codegen/render.ts"
import { choice, validDocument } from "../../domain/arbitraries.ts"

const origin = { robotId: "00000000-0000-4000-8000-000000000000", robotName: "Rover", version: 1 }

const Primitive = Schema.Literals(["bool", "string<=10", "float32", "int64", "uint8", "int16", "time"])
const field = Schema.Struct({
  name: Schema.Literals(["data", "x", "ranges", "not an identifier"]),
  type: Primitive,
  array: Schema.Boolean,
  fields: Schema.Null
})
const fields = Schema.Array(field).check(Schema.isMaxLength(3))

/** One definition for each type that a document names, of the kind that it is there. */
const definitionsOf = (doc: Document, parts: ReadonlyArray<typeof fields.Type>): ReadonlyArray<TypeDefinition> =>
  namedTypes(doc).map((name, index): TypeDefinition => {
    const part = parts[index % parts.length] ?? []
    if (name.includes("/action/")) return { name, kind: "action", goal: part, result: part, feedback: [] }
    if (name.includes("/srv/")) return { name, kind: "srv", request: part, response: part }
    return { name, kind: "msg", fields: part }
  })

const Parts = Arbitrary.schema(Schema.Array(fields).check(Schema.isMinLength(1), Schema.isMaxLength(3)))

describe("the types of a robot", () => {
  it.prop(
    "the types of a robot are TypeScript for any document, the same again, and fit what they were made from",
    [validDocument, Parts],
    ([value, parts]) => {
      const doc = value as Document
      const definitions = definitionsOf(doc, parts)
      const model = modelOf(doc, definitions)
      const text = render(origin, model)
      stripTypeScriptTypes(text)
      assert.strictEqual(render(origin, modelOf(structuredClone(doc), definitions.toReversed())), text)
      const record = readRecord(text)!
      assert.strictEqual(record.entries.length, model.entries.length)
      assert.deepStrictEqual(breaksOf(record, model), [])
      assert.deepStrictEqual(additionsOf(record, model), [])
      // What is not known says nothing.
      assert.deepStrictEqual(breaksOf(record, modelOf(doc, [])), [])
    }
  )

  it.prop(
    "the types of a robot name the one slug that was taken away, or renamed",
    [validDocument, Parts, choice],
    ([value, parts, salt]) => {
      const doc = value as unknown as { readonly [section: string]: { readonly [slug: string]: unknown } }
      const slugs = sections.flatMap((section) => Object.keys(doc[section] ?? {}).map((slug) => ({ section, slug })))
      if (slugs.length === 0) return
      const { section, slug } = slugs[salt % slugs.length]!
      const definitions = definitionsOf(value as Document, parts)
      const record = readRecord(render(origin, modelOf(value as Document, definitions)))!
      const { [slug]: taken, ...rest } = doc[section]!
      const without = modelOf({ ...doc, [section]: rest } as Document, definitions)
      assert.deepStrictEqual(
        breaksOf(record, without).map((each) => [each.kind, each.slug]),
        [["removed", slug]]
      )
      const renamed = modelOf({ ...doc, [section]: { ...rest, brand_new: taken } } as Document, definitions)
      const found = breaksOf(record, renamed)
      assert.deepStrictEqual(
        found.map((each) => [each.kind, each.slug]),
        [["renamed", slug]]
      )
      assert.include(found[0]!.message, "renamed to brand_new")
      assert.deepStrictEqual(additionsOf(record, renamed), ["brand_new"])
    }
  )

  it("the types of a robot have a name whatever the robot is called, and end no comment early", () => {
    for (const robotName of ["", "7 of 9", "Ünïcode", "机器人", "class", "fleet", "*/ alert(1) /*", "a\nb\u2028c"]) {
      const doc: Document = {
        datapoints: { charge: { topic: "/a", type: "a_b/msg/C", description: "*/ }; export {" } }
      }
      const text = render({ ...origin, robotName }, modelOf(doc, []))
      stripTypeScriptTypes(text)
      assert.notInclude(text, "*/ alert")
    }
  })

  it("the types of a robot keep two messages apart that would share a name", () => {
    const message = (name: string, type: string): TypeDefinition => ({
      name,
      kind: "msg",
      fields: [{ name: "data", type, array: false, fields: null }]
    })
    const doc: Document = {
      datapoints: { one: { topic: "/one", type: "a_b/msg/C" }, two: { topic: "/two", type: "a/msg/B_C" } }
    }
    const model = modelOf(doc, [message("a_b/msg/C", "string"), message("a/msg/B_C", "bool")])
    assert.deepStrictEqual(
      model.entries.map(({ type }) => type),
      ["ABC", "{ readonly data: boolean }"]
    )
  })

  it("the types of a robot are read from no other file", () => {
    for (const text of ["", "export const a = 1", "/* fleet types */", "/* fleet types\nrobot x\n*/"]) {
      assert.isUndefined(readRecord(text))
    }
  })

  it("holds no text of a robot's as code, however its types are called", () => {
    const hostile = "x */ export const pwned = 1 /*"
    const inner = {
      name: "inner",
      type: hostile,
      array: false,
      fields: [{ name: "a", type: "bool", array: false, fields: null }]
    }
    const doc: Document = { datapoints: { one: { topic: "/one", type: "a_msgs/msg/One" } } }
    const text = render(origin, modelOf(doc, [{ name: "a_msgs/msg/One", kind: "msg", fields: [inner] }]))
    assert.notInclude(text, "pwned")
    assert.include(text, "readonly inner: { readonly a: boolean }")
  })
})
