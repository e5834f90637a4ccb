import { bodyOf, resolveMessage } from "@fleet/domain/RobotConfig/Template"
import { assert, describe, it } from "@effect/vitest"

const halt = { linear: { x: "${speed}" } }
const doc = { platform: 1, messages: { halt } } as const

describe("the body behind a message", () => {
  it("the body behind a message is the message where it is written out", () => {
    const body = { x: 1 }
    assert.strictEqual(bodyOf(doc, body), body)
    assert.strictEqual(bodyOf({}, body), body)
  })

  it("the body behind a message is the shared one that a placeholder names", () => {
    assert.strictEqual(bodyOf(doc, "${halt}"), halt)
  })

  it("the body behind a message does not exist where no shared one has the name", () => {
    for (const message of ["halt", "to ${halt}", "${stop}", "${constructor}", "${to_string}", ""]) {
      assert.isUndefined(bodyOf(doc, message), message)
    }
    assert.isUndefined(bodyOf({ platform: 1 }, "${halt}"))
    assert.isUndefined(bodyOf({ messages: { null: { x: 1 } } }, "halt"))
    assert.isUndefined(bodyOf(doc, undefined))
  })
})

describe("a message is resolved", () => {
  it("a message is resolved with the values of its parameters wherever a placeholder is the whole text", () => {
    const message = { a: "${n}", b: ["${n}", "x${n}", ["${t}"], []], c: { d: { e: "${f}", f: null, g: 1.5 } } }
    assert.deepStrictEqual(resolveMessage(doc, message, { n: 0, t: "", f: false }), {
      a: 0,
      b: [0, "x${n}", [""], []],
      c: { d: { e: false, f: null, g: 1.5 } }
    })
  })

  it("a message is resolved with a placeholder left as written where its parameter has no value", () => {
    assert.deepStrictEqual(resolveMessage(doc, { a: "${n}", b: "${constructor}" }, { m: 1 }), {
      a: "${n}",
      b: "${constructor}"
    })
  })

  it("a message is resolved in the order it was written", () => {
    const resolved = resolveMessage(doc, { b: { z: 1, y: 2 }, a: [1, 2] }, {})
    assert.strictEqual(JSON.stringify(resolved), '{"b":{"z":1,"y":2},"a":[1,2]}')
  })

  it("a message is resolved into a copy whose every part can be changed", () => {
    const message = { list: [{ x: 1 }], map: { y: 2 } }
    const resolved = resolveMessage(doc, message, {}) as typeof message
    assert.deepStrictEqual(Object.getOwnPropertyDescriptors(resolved.map), {
      y: { value: 2, enumerable: true, configurable: true, writable: true }
    })
    resolved.list[0]!.x = 5
    resolved.map.y = 6
    assert.deepStrictEqual(message, { list: [{ x: 1 }], map: { y: 2 } })
    assert.isTrue(Array.isArray(resolved.list))
  })

  it("a missing message is resolved to an empty one", () => {
    assert.deepStrictEqual(resolveMessage(doc, undefined, { speed: 1 }), {})
    assert.deepStrictEqual(resolveMessage(doc, "${stop}", { speed: 1 }), {})
  })
})
