import { parse } from "@fleet/server/robots/config/Yaml"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"
import { action, examples, publisher } from "./examples.ts"

const found = (source: string): ReadonlyArray<string> => {
  const parsed = parse(source)
  if (parsed.kind !== "ok") assert.fail(JSON.stringify(parsed))
  return validate(parsed.value, parsed)
    .issues.filter(({ severity }) => severity === "error")
    .map(({ code, path, slug }) => `${code} ${path} ${slug}`)
}

const skipped = (value: unknown) => validate(value).issues.filter(({ code }) => code === "checks_skipped")

describe("the validator finds", () => {
  for (const [name, source, ...errors] of examples) {
    it(name, () => assert.deepStrictEqual(found(source), errors))
  }

  it("the validator finds nothing in a failsafe that shares a plain body", () => {
    assert.deepStrictEqual(found(`${publisher('"${halt}"', 'message: "${halt}"')}\nmessages: {halt: {x: 0}}`), [])
  })

  it("the validator finds nothing in a field called message", () => {
    assert.deepStrictEqual(found(action('message: {message: hello, data: "to ${x}"}')), [])
  })
})

describe("what was not checked is said once", () => {
  it("what was not checked is said once where the robot was never introspected", () => {
    const [issue, ...more] = skipped({ platform: 1 })
    assert.deepInclude(issue, { path: "(document)", slug: null, severity: "warning" })
    assert.match(issue!.message, /topics, types and fields/)
    assert.isEmpty(more)
  })

  it("what was not checked is said once where the text is no document", () => {
    const [issue, ...more] = skipped({ platform: 1, x: 1 })
    assert.match(issue!.message, /names, topics, types and fields/)
    assert.isEmpty(more)
  })

  it("what was not checked is said once and not where the robot was introspected", () => {
    const graph = { topics: [], services: [], actions: [], captured_at_ms: 0 }
    assert.isEmpty(validate({ platform: 1 }, { graph }).issues)
  })
})

describe("a wrong name leaves a document", () => {
  it("a wrong name leaves a document that a publish refuses by its errors", () => {
    const value = { platform: 1, datapoints: { history: { topic: "/b", type: "a/msg/B" } } }
    const { doc, issues } = validate(value)
    assert.deepStrictEqual<unknown>(doc, value)
    assert.isTrue(issues.some(({ severity }) => severity === "error"))
  })
})
