import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { maxTogether, typeAnswer } from "@fleet/bridge/engine/typeAnswer"
import { assert, describe, it } from "@effect/vitest"
import type { TypeDefinition } from "@fleet/domain/RobotConfig/RosGraph"
import { Schema } from "effect"

const Size = Schema.Literals([40, 5_000, 100_000, 262_000, 300_000, 1_500_000, 2_097_152, "none"])
const Sizes = Schema.Array(Size).check(Schema.isMaxLength(50))

/** A definition of so many bytes of a field's name, however long that may be elsewhere. */
const definitionOf = (name: string, size: number): TypeDefinition => ({
  name,
  kind: "msg",
  fields: [{ name: "é".repeat(size / 2), type: "bool", array: false, fields: null }]
})
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe("an answer about types", () => {
  it.prop(
    "an answer about types has one frame, and asked again tells every definition that fits into one, each once",
    [Sizes],
    ([sizes]) => {
      const known = new Map<string, TypeDefinition>()
      const names = sizes.map((size, index) => {
        const name = `a/msg/T${index}`
        if (size !== "none") known.set(name, definitionOf(name, size))
        return name
      })
      const told: Array<string> = []
      const unresolved: Array<string> = []
      for (let left = names; left.length > 0;) {
        const answer = typeAnswer("r".repeat(64), {
          definitions: left.flatMap((name) => known.get(name) ?? []),
          unresolved: left.filter((name) => !known.has(name))
        })
        assert.isAtMost(bytesOf(answer), maxFrame)
        if (answer.definitions.length > 1) {
          assert.isAtMost(
            answer.definitions.reduce((sum, definition) => sum + bytesOf(definition), 0),
            maxTogether
          )
        }
        told.push(...answer.definitions.map(({ name }) => name))
        unresolved.push(...answer.unresolved)
        const before = left.length
        left = left.filter((name) => !told.includes(name) && !unresolved.includes(name))
        assert.isBelow(left.length, before)
      }
      assert.deepStrictEqual([...told, ...unresolved].toSorted(), names.toSorted())
      for (const [index, size] of sizes.entries()) {
        assert.strictEqual(unresolved.includes(names[index]!), size === "none" || size === 2_097_152)
      }
    },
    { arbitrary: { runs: 25 } }
  )
})
