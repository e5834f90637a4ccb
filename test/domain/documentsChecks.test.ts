import { Findings } from "@fleet/domain/RobotConfig/Findings"
import { checkStructure } from "@fleet/domain/RobotConfig/Structure"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"

/** What is said of the structure of a value; it is a document exactly when nothing is. */
const said = (value: unknown): ReadonlyArray<string> => {
  const findings = new Findings()
  const doc = checkStructure(value, findings)
  if (findings.issues.length === 0) assert.strictEqual<unknown>(doc, value)
  else assert.isNull(doc)
  return findings.issues.map(({ code, message, path }) => `${code} ${path}: ${message}`)
}

const reset = { ros_name: "/b", type: "a/srv/B" }
const withMessage = (message: unknown) => said({ platform: 1, services: { reset: { ...reset, message } } })

describe("the structure of a document", () => {
  it("the structure of a document has the parameters of actions, services and publishers checked, and of nothing else", () => {
    const parameters = { pa: { type: "int8", default: "x" }, pb: { type: "int8", min_value: 2, max_value: 1 } }
    const place = (section: string) => `${section}.dock.parameters`
    for (const section of ["actions", "services", "publishers"]) {
      const findings = said({ platform: 1, [section]: { dock: { parameters } } })
      assert.deepStrictEqual(findings.slice(0, 2), [
        `value_type_mismatch ${place(section)}.pa.default: Must be a value of type int8.`,
        `custom ${place(section)}.pb.max_value: max_value must not be below min_value.`
      ])
    }
    for (const section of ["datapoints", "cameras", "messages", "low_bandwidth"]) {
      const findings = said({ platform: 1, [section]: { dock: { parameters } } })
      assert.isFalse(
        findings.some((finding) => finding.includes("default")),
        section
      )
    }
  })

  it("the structure of a document has every datapoint checked", () => {
    const datapoint = { topic: "/b", type: "a/msg/B", numeric: {} }
    assert.deepStrictEqual(said({ platform: 1, datapoints: { da: datapoint, db: datapoint } }), [
      "requires_single_field datapoints.da.numeric: Without field the datapoint is the whole message.",
      "requires_single_field datapoints.db.numeric: Without field the datapoint is the whole message."
    ])
  })

  it("the structure of a document has its shared messages checked", () => {
    assert.deepStrictEqual(said({ platform: 1, messages: { halt: "${stop}" } }), [
      "nested_message_reference messages.halt: A shared message cannot be another shared message."
    ])
  })

  it("the structure of a document leaves low bandwidth at a lag that is not above the one it begins at", () => {
    const lags = (enter_lag_ms: unknown, exit_lag_ms: unknown) =>
      said({ platform: 1, low_bandwidth: { enter_lag_ms, exit_lag_ms } })
    const above = "custom low_bandwidth.exit_lag_ms: exit_lag_ms must be at or below enter_lag_ms."
    assert.isEmpty([...lags(200, 199), ...lags(200, 200)])
    assert.deepStrictEqual(lags(200, 201), [above])
    assert.deepStrictEqual(lags("200", 201), ["invalid_type low_bandwidth.enter_lag_ms: Expected number."])
    assert.deepStrictEqual(lags(200, "201"), ["invalid_type low_bandwidth.exit_lag_ms: Expected number."])
    assert.isEmpty(said({ platform: 1, low_bandwidth: { exit_lag_ms: 9000 } }))
    assert.isEmpty(said({ platform: 1, low_bandwidth: { enter_lag_ms: 100 } }))
  })

  it("the structure of a document has no value that JSON cannot carry, at any depth", () => {
    const at = (place: string) =>
      `invalid_type services.reset.message.${place}: Expected a finite number, a string, a boolean, a list or a map.`
    assert.isEmpty(withMessage({ a: 1.5, b: "", c: false, d: [], e: {} }))
    assert.deepStrictEqual(
      withMessage({ a: NaN, b: [Infinity, { c: undefined }], d: 5n, e: Symbol("x"), f: () => 1 }),
      [at("a"), at("b[0]"), at("b[1].c"), at("d"), at("e"), at("f")]
    )
  })

  it("the structure of a document has no null, at any depth", () => {
    const at = (place: string) =>
      `explicit_null services.reset.message.${place}: Null is not allowed; leave the key out.`
    assert.deepStrictEqual(withMessage({ a: null, b: [1, null] }), [at("a"), at("b[1]")])
  })

  it("the structure of a document has one finding at a place whose value is wrong", () => {
    assert.deepStrictEqual(said({ platform: 1, low_bandwidth: { enter_lag_ms: NaN } }), [
      "invalid_type low_bandwidth.enter_lag_ms: Expected a finite number."
    ])
    const parameters = { pa: { type: "float64", min_value: Infinity } }
    assert.deepStrictEqual(said({ platform: 1, services: { reset: { ...reset, parameters } } }), [
      "value_type_mismatch services.reset.parameters.pa.min_value: Must be a value of type float64."
    ])
  })
})

describe("a value is held", () => {
  const graph = { topics: [], services: [], actions: [], captured_at_ms: 0 }
  const skipped = { path: "(document)", slug: null, code: "checks_skipped", severity: "warning" }
  const unchecked = {
    ...skipped,
    message: "The robot was never introspected: topics, types and fields were not checked."
  }
  const reserved = { platform: 1, services: { history: reset } }

  it("a value is held against the names and the robot where its structure is right", () => {
    const { doc, issues } = validate(reserved, { graph })
    assert.strictEqual<unknown>(doc, reserved)
    assert.deepStrictEqual(
      issues.map(({ code, severity }) => `${severity} ${code}`),
      ["error reserved_slug", "warning unknown_topic", "warning unknown_type"]
    )
  })

  it("a value is held against the names alone where the robot was never introspected", () => {
    for (const context of [undefined, {}, { graph: null }]) {
      const { doc, issues } = validate(reserved, context)
      assert.strictEqual<unknown>(doc, reserved)
      assert.strictEqual(issues[0]?.code, "reserved_slug")
      assert.deepStrictEqual<unknown>(issues.slice(1), [unchecked])
    }
  })

  it("a value is held against neither where its structure is wrong", () => {
    const { doc, issues } = validate({ ...reserved, x: 1 }, { graph })
    assert.isNull(doc)
    assert.strictEqual(issues[0]?.code, "unknown_key")
    assert.deepStrictEqual<unknown>(issues.slice(1), [
      { ...skipped, message: "This is not a configuration document: names, topics, types and fields were not checked." }
    ])
  })

  it("a value is held to have its header in the first line, where it has one", () => {
    const first = (value: unknown, headerFirst?: boolean) =>
      validate(value, { graph, ...(headerFirst !== undefined && { headerFirst }) }).issues.map(
        ({ code, message, path }) => `${code} ${path}: ${message}`
      )
    assert.isEmpty([...first({ platform: 1 }), ...first({ platform: 1 }, true)])
    assert.strictEqual(first({ platform: 1 }, false)[0], "custom platform: The first line must be: platform: 1")
    assert.strictEqual(first({}, false)[0], "missing_key platform: The key platform is required.")
    assert.isNull(validate({ platform: 1 }, { graph, headerFirst: false }).doc)
  })
})
