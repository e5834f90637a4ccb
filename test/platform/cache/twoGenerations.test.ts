import { assert, describe, it } from "@effect/vitest"
import { Int } from "@fleet/domain/Wire"
import { TwoGenerations } from "@fleet/server/platform/cache/twoGenerations"
import { Schema } from "effect"

const capacity = 3
const Steps = Schema.Array(
  Schema.Struct({
    does: Schema.Literals(["keep", "keep", "use", "getUsed", "get", "delete", "drop", "age"]),
    key: Int(0, 9),
    value: Int(0, 3)
  })
).check(Schema.isMaxLength(80))

describe("a cache of two generations", () => {
  it.prop(
    "a cache of two generations: it is that of a plain list by the last use, within twice its capacity",
    [Steps],
    ([steps]) => {
      const cache = new TwoGenerations<number, number>(capacity)
      // The model: generations as lists of pairs, the recent one first.
      let model: [Map<number, number>, Map<number, number>] = [new Map(), new Map()]
      const put = (key: number, value: number) => {
        if (!model[0].has(key) && model[0].size >= capacity) model = [new Map(), model[0]]
        model[0].set(key, value)
        model[1].delete(key)
      }
      for (const { does, key, value } of steps) {
        if (does === "keep") {
          cache.keep(key, value)
          put(key, value)
        } else if (does === "use") {
          const known = cache.get(key)
          if (known !== undefined) {
            cache.use(key, known)
            if (!model[0].has(key)) put(key, known)
          }
        } else if (does === "getUsed") {
          const known = model[0].get(key) ?? model[1].get(key)
          assert.strictEqual(cache.getUsed(key), known)
          if (known !== undefined && !model[0].has(key)) put(key, known)
        } else if (does === "delete") {
          cache.delete(key)
          for (const each of model) each.delete(key)
        } else if (does === "drop") {
          cache.drop((each) => each === value)
          for (const each of model) for (const [known, held] of each) if (held === value) each.delete(known)
        } else if (does === "age") {
          cache.age()
          model = [new Map(), model[0]]
        }
        for (let each = 0; each <= 9; each++)
          assert.strictEqual(cache.get(each), model[0].get(each) ?? model[1].get(each))
        assert.isAtMost(cache.size, 2 * capacity)
        assert.sameMembers([...cache.keys()], [...model[0].keys(), ...model[1].keys()])
        assert.strictEqual(cache.size, model[0].size + model[1].size)
      }
      cache.clear()
      assert.strictEqual(cache.size, 0)
    }
  )
})
