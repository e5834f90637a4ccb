import { checkDatapoint } from "@fleet/domain/RobotConfig/DatapointRules"
import { Findings } from "@fleet/domain/RobotConfig/Findings"
import { Path } from "@fleet/domain/RobotConfig/Path"
import { assert, describe, it } from "@effect/vitest"

const said = (datapoint: unknown) => {
  const findings = new Findings()
  checkDatapoint(datapoint, Path.root.at("datapoints", "dp"), findings)
  return findings.issues.map(({ code, message, path }) => `${code} ${path.replace("datapoints.dp.", "")}: ${message}`)
}

const whole = (key: string) => `requires_single_field ${key}: Without field the datapoint is the whole message.`
const threshold = "resolve_at belongs to a threshold: fire_at must be a number."
const same = "resolve_at must differ from fire_at; leave it out for an equality."

describe("a datapoint", () => {
  it("a datapoint without a field has no numeric, no chart and no alerts, in this order", () => {
    const rest = { alerts: {}, chart: {}, numeric: {}, retention: {}, description: "x" }
    assert.deepStrictEqual(said(rest), ["numeric", "chart", "alerts"].map(whole))
    for (const key of ["numeric", "chart", "alerts"]) assert.deepStrictEqual(said({ [key]: {} }), [whole(key)])
    assert.isEmpty(said({ retention: {}, description: "x" }))
  })

  it("a datapoint with a field may have all three", () => {
    assert.isEmpty(said({ field: "f", numeric: {}, chart: {}, alerts: {} }))
  })

  it("a datapoint is not told twice of what is null", () => {
    assert.isEmpty(said({ numeric: null, chart: null, alerts: null }))
    assert.isEmpty(said({ field: null, numeric: {}, chart: {} }))
  })

  it("a datapoint that is no map is left to the shape", () => {
    for (const value of [null, undefined, 1, "x", [], [{ numeric: {} }]]) assert.isEmpty(said(value))
    assert.isEmpty(said({ field: "f", chart: [], alerts: [{ condition: { fire_at: 1, resolve_at: 1 } }] }))
  })
})

describe("a chart", () => {
  const chart = (y_min: unknown, y_max: unknown) => said({ field: "f", chart: { y_min, y_max } })

  it("a chart ends where it begins or higher", () => {
    assert.isEmpty([...chart(1, 2), ...chart(1, 1), ...chart(-2, -1)])
    for (const [low, high] of [
      [2, 1],
      [0, -0.5]
    ]) {
      assert.deepStrictEqual(chart(low, high), ["custom chart.y_max: y_max must not be below y_min."])
    }
  })

  it("a chart may have one end, and is compared where both are numbers", () => {
    assert.isEmpty([...chart(5, undefined), ...chart(undefined, -5)])
    assert.isEmpty([...chart("5", 1), ...chart(5, "1"), ...chart("b", "a"), ...chart(null, -1), ...chart(1, null)])
  })
})

describe("the condition of an alert", () => {
  const condition = (value: unknown) =>
    said({ field: "f", alerts: { fine: { condition: { fire_at: 1 } }, al: { condition: value } } })
  const at = "invalid_condition alerts.al.condition"

  it("the condition of an alert without resolve_at is an equality with anything", () => {
    for (const fire_at of [1, "x", true, false, undefined]) assert.isEmpty(condition({ fire_at }))
    assert.isEmpty(condition({}))
  })

  it("the condition of an alert with resolve_at is a threshold, so that fire_at is a number", () => {
    for (const fire_at of ["x", "1", "", true, false]) {
      assert.deepStrictEqual(condition({ fire_at, resolve_at: 1 }), [`${at}: ${threshold}`])
    }
  })

  it("the condition of an alert resolves above or below where it fires, and not there", () => {
    assert.isEmpty([...condition({ fire_at: 1, resolve_at: 2 }), ...condition({ fire_at: 2, resolve_at: 1 })])
    for (const value of [0, 1, -2.5]) {
      assert.deepStrictEqual(condition({ fire_at: value, resolve_at: value }), [`${at}: ${same}`])
    }
  })

  it("the condition of an alert that lacks fire_at or has another resolve_at than a number is left to the shape", () => {
    for (const resolve_at of ["x", true, null, {}]) {
      assert.isEmpty([...condition({ fire_at: "x", resolve_at }), ...condition({ fire_at: resolve_at, resolve_at })])
    }
    assert.isEmpty([...condition({ resolve_at: 1 }), ...condition(null), ...condition([1]), ...condition("x")])
  })

  it("the condition of an alert is judged in every alert, with or without a field", () => {
    const wrong = { condition: { fire_at: 1, resolve_at: 1 } }
    assert.deepStrictEqual(said({ alerts: { first: wrong, other: {}, last: wrong } }), [
      whole("alerts"),
      `invalid_condition alerts.first.condition: ${same}`,
      `invalid_condition alerts.last.condition: ${same}`
    ])
  })
})
