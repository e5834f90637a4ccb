import { assert, describe, it } from "@effect/vitest"
import type { TypeDefinition } from "@fleet/sdk"
import { type GraphThing, insertThing } from "../../packages/console/src/features/config/graphBlock.ts"
import { read } from "../../packages/console/src/features/config/text/read.ts"
import { pairOf, picked } from "../../packages/console/src/features/config/versionPick.ts"

const light: GraphThing = { section: "topics", name: "/light", type: "std_msgs/msg/Float32" }
const float: TypeDefinition = {
  name: "std_msgs/msg/Float32",
  kind: "msg",
  fields: [{ name: "data", type: "float32", array: false, fields: null }]
}

const inserted = (source: string, thing: GraphThing, definition: TypeDefinition) => {
  const { root } = read(source)
  const found = insertThing(source, root, thing, { graph: null, types: new Map([[definition.name, definition]]) })
  if (found === null) return null
  return found.edits.reduceRight((text, { from, insert, to }) => text.slice(0, from) + insert + text.slice(to), source)
}

describe("a thing of the robot's graph", () => {
  it("is put into the text with the field of its type", () => {
    const text =
      "platform: 1\ndatapoints:\n  light:\n    topic: /light\n    type: std_msgs/msg/Float32\n    field: data\n"
    assert.strictEqual(inserted("", light, float), text)
    assert.strictEqual(inserted("platform: 1\n", light, float), text)
    assert.isNull(inserted("platform: 1\ndatapoints: [1]\n", light, float))
  })
})

describe("versions to compare", () => {
  it("are two at most, the older one before", () => {
    assert.deepStrictEqual(picked([3], 1), [3, 1])
    assert.deepStrictEqual(picked([3, 1], 2), [1, 2])
    assert.deepStrictEqual(picked([3, 1], 3), [1])
    assert.deepStrictEqual(pairOf([3, 1]), { before: 1, after: 3 })
    assert.isUndefined(pairOf([3]))
    assert.isUndefined(pairOf([]))
  })
})
