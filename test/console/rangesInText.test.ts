import { assert, describe, it } from "@effect/vitest"
import { LineCounter, parseDocument, stringify } from "yaml"
import type { YamlNode } from "../../packages/console/src/features/config/text/nodes.ts"
import { placeOf } from "../../packages/console/src/features/config/text/place.ts"
import { read, readSlices } from "../../packages/console/src/features/config/text/read.ts"
import { validDocument } from "../domain/arbitraries.ts"
import { placesOf, written } from "../domain/places.ts"

const valueOf = (node: YamlNode | null): unknown => {
  if (node === null || node.kind === "other") return null
  if (node.kind === "scalar") return node.value
  if (node.kind === "list") return node.items.map(valueOf)
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, valueOf(value)]))
}

const quoted = {
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "QUOTE_DOUBLE",
  aliasDuplicateObjects: false
} as const
const flow = { collectionStyle: "flow", aliasDuplicateObjects: false } as const

describe("places of findings in a text", () => {
  it.prop(
    "every path of a document leads to what stands there, however it is written",
    { doc: validDocument },
    ({ doc }) => {
      for (const style of [quoted, flow, { aliasDuplicateObjects: false }]) {
        const source = stringify(doc, style)
        const { fault, root } = read(source)
        // Some of the control characters that names may not have and descriptions may are refused by the plain style.
        const parsed = parseDocument(source)
        if (style !== quoted && parsed.errors.length > 0) continue
        assert.isNull(fault)
        for (const { keys, value } of placesOf(doc)) {
          const place = placeOf(root, written(keys))
          assert.deepStrictEqual(place.keys, keys)
          assert.isNull(place.missing)
          if (style === quoted) assert.deepStrictEqual(valueOf(place.node), value)
          assert.isAtLeast(place.mark.from, 0)
          assert.isAtMost(place.mark.to, source.length)
          const own = parsed.getIn(keys, true) as { range?: [number, number, number] } | undefined
          if (place.node?.kind === "scalar" && own?.range !== undefined)
            assert.strictEqual(place.node.from, own.range[0])
        }
      }
    }
  )

  it("leads from what the text lacks to the nearest thing above it", () => {
    const source = "platform: 1\ndatapoints:\n  battery:\n    topic: /battery\n"
    const { root } = read(source)
    const place = placeOf(root, "datapoints.battery.type")
    assert.strictEqual(place.missing, "type")
    assert.strictEqual(source.slice(place.mark.from, place.mark.to), "battery")
    assert.deepStrictEqual(placeOf(root, "(document)").keys, [])
    assert.deepStrictEqual(placeOf(root, "no.such[3].thing").keys, [])
  })

  it("takes the longest key where keys hold dots, brackets and blanks", () => {
    const source = 'a: { b: 1 }\n"a.b": 2\n" ": 3\n"x[1]": 4\n'
    const { root } = read(source)
    assert.strictEqual(valueOf(placeOf(root, "a.b").node), 2)
    assert.strictEqual(valueOf(placeOf(root, '" "').node), 3)
    assert.strictEqual(valueOf(placeOf(root, "x[1]").node), 4)
  })

  it("says where a text is not YAML", () => {
    const faultOf = (source: string) => {
      const { fault } = read(source)
      const lines = new LineCounter()
      parseDocument(source, { lineCounter: lines })
      return fault === null ? null : lines.linePos(fault.at).line
    }
    assert.strictEqual(faultOf("a: 1\nb: {c: 1\n"), 2)
    assert.strictEqual(faultOf('a: 1\nb: "c\n'), 2)
    assert.strictEqual(faultOf("a: 1\na: 2\n"), 2)
    assert.strictEqual(faultOf("a: 1\n---\nb: 2\n"), 2)
    assert.strictEqual(faultOf(`a: ${"[".repeat(600)}`), 1)
    assert.isNull(faultOf("a: 1\n# c\nb: [1, 2]\n"))
    assert.isNull(faultOf(""))
  })

  it("reads a document of 5,000 lines in slices of bounded work", () => {
    const lines = Array.from({ length: 1000 }, (_, index) =>
      [
        `  d_${index}:`,
        `    topic: /t_${index}`,
        "    type: std_msgs/msg/Float64",
        "    field: data",
        `    description: ${"x".repeat(900)}`
      ].join("\n")
    )
    const source = `platform: 1\ndatapoints:\n${lines.join("\n")}\n`
    let slices = 0
    for (const slice = readSlices(source); slice.next().done !== true;) slices += 1
    assert.isAbove(slices, 100)
    assert.strictEqual(source.split("\n").length, 5003)
  })
})
