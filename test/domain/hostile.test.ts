import { parse } from "@fleet/server/robots/config/Yaml"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { resolveMessage } from "@fleet/domain/RobotConfig/Template"
import { assert, describe, it } from "@effect/vitest"

const size = 1_000_000
const depth = 100_000

/** A value nested 100,000 times, with `leaf` in the middle. */
const nested = (leaf: unknown) => {
  let value = leaf
  for (let level = 0; level < depth; level++) value = { x: value }
  return value as Record<string, unknown>
}

const withMessage = (message: unknown) => ({
  platform: 1,
  actions: { dock: { ros_name: "/dock", type: "a/action/B", message, parameters: { pa: { type: "int8" } } } }
})

const repeated = (head: string, unit: (index: number) => string, tail = "") => {
  const parts = [head]
  for (let index = 0, length = head.length; length < size - 100; index++) {
    const next = unit(index)
    parts.push(next)
    length += next.length
  }
  return parts.join("") + tail
}

describe("a hostile value", () => {
  it("a hostile value may be nested as deep as it likes", () => {
    const value = withMessage(nested("${pa}"))
    const { doc } = validate(value)
    assert.strictEqual(doc as unknown, value)
    let resolved: unknown = resolveMessage(doc!, doc!.actions!["dock"]!.message, { pa: 7 })
    while (typeof resolved === "object") resolved = (resolved as Record<string, unknown>)["x"]
    assert.strictEqual(resolved, 7)
  })

  it("a hostile value is searched to its bottom", () => {
    const [issue] = validate(withMessage({ pa: "${pa}", deep: nested(null) })).issues
    assert.strictEqual(issue?.code, "explicit_null")
    assert.strictEqual(issue?.path, `actions.dock.message.deep${".x".repeat(depth)}`)
  })

  it("a hostile value may hold itself", () => {
    const loop: Record<string, unknown> = { pa: "${pa}" }
    loop["again"] = [loop, loop]
    assert.isNotNull(validate(withMessage(loop)).doc)
    const document: Record<string, unknown> = { platform: 1 }
    document["actions"] = document
    assert.isNull(validate(document).doc)
  })

  it("a hostile value may share one part exponentially often", () => {
    let shared: unknown = { pa: "${pa}" }
    for (let level = 0; level < 200; level++) shared = { left: shared, right: shared }
    assert.isNotNull(validate(withMessage(shared)).doc)
  })

  it("a hostile value cannot fill the memory with findings", () => {
    const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]))
    const { issues } = validate({ platform: 1, datapoints: { ["x".repeat(100_000)]: keys } })
    assert.isBelow(issues.length, 100)
    assert.isTrue(issues.some(({ message }) => /more findings/.test(message)))
  })
})

describe("a hostile text", () => {
  it("a hostile text that only opens brackets is refused", () => {
    for (const source of ["[".repeat(size), "{a: ".repeat(size / 4), "- ".repeat(size / 2), "? ".repeat(size / 2)]) {
      const parsed = parse(source)
      if (parsed.kind !== "invalid") assert.fail(parsed.kind)
      assert.match(parsed.parse_error, /nested too deeply/)
    }
  }, 60_000)

  it("a hostile text that grows by aliases is refused", () => {
    const levels = Array.from({ length: 30 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`)
    const parsed = parse(["a0: &a0 [x, x, x, x, x, x, x, x]", ...levels].join("\n"))
    if (parsed.kind !== "invalid") assert.fail(parsed.kind)
    assert.match(parsed.parse_error, /too large/)
    assert.isNotNull(parsed.line)
  })

  it("a hostile text of a hundred thousand unknown keys gets one finding for each", () => {
    const source = repeated("platform: 1\n", (index) => `k${index}: 1\n`)
    const parsed = parse(source)
    if (parsed.kind !== "ok") assert.fail(parsed.kind)
    const { found, issues } = validate(parsed.value, parsed)
    const keys = source.trim().split("\n").length - 1
    // The last is that the names were not checked.
    assert.strictEqual(found.all.issues.length + found.all.more, keys + 1)
    assert.isTrue(issues.every(({ code }) => code === "unknown_key"))
  }, 60_000)

  it("a hostile text of one endless number keeps it", () => {
    const digits = "9".repeat(size - 20)
    assert.deepInclude(parse(`a: ${digits}`), { value: { a: digits } })
  }, 60_000)

  it("a hostile text full of errors ends at the first", () => {
    assert.deepInclude(parse(repeated("a: 1\n", () => "}\n")), { kind: "invalid", line: 2, column: 1 })
  }, 60_000)
})
