import { AlertPreviewRequest } from "@fleet/domain/Alerts"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { parse } from "@fleet/server/robots/config/Yaml"
import { assert, describe, it } from "@effect/vitest"
import type { OrgAlert } from "@fleet/sdk"
import { Schema } from "effect"
import { stringify } from "yaml"
import { filterAlerts } from "../../packages/console/src/features/alerts/alertsFilter.ts"
import { foldAlerts } from "../../packages/console/src/features/alerts/foldAlerts.ts"
import { parseQuery } from "../../packages/console/src/query/query.ts"
import {
  kindFor,
  kinds,
  readCondition,
  typedNumber,
  usualResolve
} from "../../packages/console/src/features/alerts/condition.ts"
import {
  firingBands,
  firingMs,
  joinedPoints,
  runsOf,
  scaleOf
} from "../../packages/console/src/features/alerts/past.ts"
import { placeOfAlert, watchedOf } from "../../packages/console/src/features/alerts/watched.ts"
import { addAlert, isWhole, wantedAlert } from "../../packages/console/src/features/config/fixes/addAlert.ts"
import { changeOf } from "../../packages/console/src/features/config/text/change.ts"
import { applyEdits } from "../../packages/console/src/features/config/text/edits.ts"
import { read } from "../../packages/console/src/features/config/text/read.ts"
import { validDocument } from "../domain/arbitraries.ts"

const isPreviewed = Schema.is(AlertPreviewRequest)
const texts = Schema.Literals(["", "0", "25", "-3,5", "1e3", "30", "no number", "on"])

describe("a condition that is typed", () => {
  it.prop(
    "is refused at its field, or one that the service tries",
    { kind: Schema.Literals(kinds), fire: texts, resolve: texts },
    (form) => {
      const reading = readCondition(form)
      if (reading.ok) assert.isTrue(isPreviewed({ slug: "battery", condition: reading.condition }))
      else assert.isTrue(reading.fire !== undefined || reading.resolve !== undefined)
    }
  )

  it("reads each kind", () => {
    const at = (kind: (typeof kinds)[number], fire = "", resolve = "") => readCondition({ kind, fire, resolve })
    assert.deepStrictEqual(at("below", "25", "30"), { ok: true, condition: { fire_at: 25, resolve_at: 30 } })
    assert.deepStrictEqual(at("above", "80,5", "70"), { ok: true, condition: { fire_at: 80.5, resolve_at: 70 } })
    assert.deepStrictEqual(at("number", "3"), { ok: true, condition: { fire_at: 3 } })
    assert.deepStrictEqual(at("text", "true"), { ok: true, condition: { fire_at: "true" } })
    assert.deepStrictEqual(at("true"), { ok: true, condition: { fire_at: true } })
    assert.deepStrictEqual(at("false"), { ok: true, condition: { fire_at: false } })
    assert.deepStrictEqual(at("below", "25", "25"), { ok: false, resolve: "side" })
    assert.deepStrictEqual(at("above", "25", "30"), { ok: false, resolve: "side" })
    assert.deepStrictEqual(at("above", "hot", "cold"), { ok: false, fire: "number", resolve: "number" })
    assert.deepStrictEqual(at("text", ""), { ok: false, fire: "text" })
    assert.isUndefined(typedNumber("1e999"))
  })

  it("ends on the other side where nothing is said of it", () => {
    for (const fireAt of [0, 25, 80, -3.5, 0.3, 1e6, -0.02]) {
      assert.isAbove(usualResolve(fireAt, "below"), fireAt)
      assert.isBelow(usualResolve(fireAt, "above"), fireAt)
    }
    assert.strictEqual(usualResolve(25, "below"), 30)
    assert.strictEqual(usualResolve(0.3, "above"), 0.25)
  })

  it("begins with what suits the value that is there", () => {
    assert.deepStrictEqual([3, true, "open", null, { x: 1 }].map(kindFor), ["below", "true", "text", "below", "below"])
  })
})

describe("a condition over the past", () => {
  it("holds from each firing to its end, and to now without one", () => {
    const moves = [
      { state: "firing", at_ms: 10 },
      { state: "firing", at_ms: 12 },
      { state: "ok", at_ms: 20 },
      { state: "firing", at_ms: 50 }
    ] as const
    const bands = firingBands(moves, 60)
    assert.deepStrictEqual(bands, [
      { from: 10, to: 20 },
      { from: 50, to: 60 }
    ])
    assert.strictEqual(firingMs(bands), 20)
    assert.isEmpty(firingBands([{ state: "ok", at_ms: 5 }], 60))
  })

  it("draws no line where nothing is known, and begins its scale at 0", () => {
    const points = [0, 10, 20, 100].map((at) => ({ at }))
    assert.deepStrictEqual(
      joinedPoints(points, 30).map((run) => run.length),
      [3, 1]
    )
    assert.deepStrictEqual(scaleOf([5, 9]), [0, 9])
    assert.deepStrictEqual(scaleOf([-2, -1]), [-2, 0])
    assert.deepStrictEqual(scaleOf([]), [0, 1])
  })

  it("shows equal values as one", () => {
    const values = [false, false, true, null, true, false]
    const runs = runsOf(
      values.map((value, at) => ({ at, value })),
      9
    )
    assert.deepStrictEqual(runs, [
      { from: 0, to: 2, text: "false" },
      { from: 2, to: 5, text: "true" },
      { from: 5, to: 9, text: "false" }
    ])
  })

  it("knows of a document what a list needs", () => {
    const document = {
      datapoints: {
        battery: {
          numeric: { unit: "%", decimals: 1 },
          retention: { enabled: true, interval_seconds: 10 },
          alerts: { low: { name: "Battery low" }, dead: {} }
        }
      }
    }
    assert.deepStrictEqual(watchedOf(document, "battery"), {
      unit: "%",
      decimals: 1,
      isRecorded: true,
      intervalMs: 10_000
    })
    assert.isFalse(watchedOf(undefined, "battery").isRecorded)
    const place = (name: string) => placeOfAlert(document, { slug: "battery", name })
    assert.deepStrictEqual(["Battery low", "dead", "gone"].map(place), [
      "datapoints.battery.alerts.low",
      "datapoints.battery.alerts.dead",
      "datapoints.battery"
    ])
  })
})

describe("a list of alerts", () => {
  const alert = (robot: string, more: Partial<OrgAlert> = {}): OrgAlert => ({
    id: `${robot} ${more.name ?? "low"}`,
    robot_id: robot,
    robot_name: robot,
    slug: "battery",
    name: "low",
    enabled: true,
    severity: "warning",
    condition: { kind: "below", threshold: 20, resolve_hysteresis: 10 },
    state: "ok",
    state_since: null,
    last_value: 50,
    created_at: "2026-11-28T00:00:00.000Z",
    ...more
  })
  const robots = ["a", "b", "c", "d"]

  it("tells the same of many robots once, and each that needs somebody by itself", () => {
    const firing = alert("e", { state: "firing", last_value: 10 })
    const silent = alert("f", { last_value: null })
    const off = alert("g", { enabled: false })
    const other = alert("a", { name: "door" })
    const well = robots.map((robot, index) => alert(robot, { last_value: 40 + index }))
    const unheard = ["x", "y", "z"].map((robot) => alert(robot, { last_value: null, name: "unheard" }))
    const rows = foldAlerts([firing, ...well, silent, off, ...unheard, other])
    assert.deepStrictEqual(
      rows.map(({ alert: { id }, kind }) => `${kind} ${id}`),
      ["one e low", "many a low", "one f low", "one g low", "many x unheard", "one a door"]
    )
    const [, many] = rows
    assert.deepInclude(many, { kind: "many", robots: 4, median: 41.5 })
    const listed = filterAlerts([firing, ...well, other], parseQuery(many!.kind === "many" ? many!.query : ""))
    assert.deepStrictEqual(listed, well)
  })

  it("folds nothing that only looks alike, and knows no middle of texts", () => {
    const condition = { kind: "below", threshold: 30, resolve_hysteresis: 10 } as const
    const mixed = [alert("a"), alert("b"), alert("c", { condition }), alert("d", { severity: "error" })]
    assert.isTrue(foldAlerts(mixed).every(({ kind }) => kind === "one"))
    const [row] = foldAlerts(robots.map((robot) => alert(robot, { last_value: "closed" })))
    assert.deepInclude(row, { kind: "many", median: undefined })
  })
})

const search = { alert: "battery", fire: "25", resolve: "30", severity: "error" }
const battery = `datapoints:
  battery: # the main one
    topic: /battery
    type: a/msg/B
`

const added = (source: string, more: object = {}) => {
  const edit = addAlert(source, read(source).root, wantedAlert({ ...search, ...more })!)
  return edit === null ? null : applyEdits(source, [edit])
}

describe("an alert that is wanted of the draft", () => {
  it("is read from the address, or nothing is where no document could have it", () => {
    const wanted = { slug: "battery", fireAt: 25, resolveAt: 30, severity: "error", name: undefined }
    assert.deepStrictEqual(wantedAlert(search), wanted as ReturnType<typeof wantedAlert>)
    for (const wrong of [
      { fire: "open" },
      { fire: "null" },
      { fire: "[1]" },
      { fire: '"25"' },
      { resolve: "25" },
      { resolve: "x" }
    ])
      assert.isUndefined(wantedAlert({ ...search, ...wrong }), JSON.stringify(wrong))
    assert.isUndefined(wantedAlert({ fire: "1" }))
    assert.strictEqual(wantedAlert({ alert: "door", fire: '"open"' })?.fireAt, "open")
  })

  it("is added as the text is written, and every other character stays", () => {
    const block =
      "    alerts:\n      battery_low:\n        condition: { fire_at: 25, resolve_at: 30 }\n        severity: error\n"
    assert.strictEqual(added(battery), battery + block)
    const twice = added(battery + block)
    assert.strictEqual(
      twice,
      battery + block + block.replace("    alerts:\n", "").replace("battery_low", "battery_low_2")
    )
    assert.strictEqual(added(`${battery}    alerts:\n`), battery + block)
    assert.include(
      added("datapoints: { battery: { topic: /b, type: a/msg/B } }\n"),
      "alerts: { battery_low: { condition: { fire_at: 25, resolve_at: 30 }, severity: error } }"
    )
    assert.include(added(`${battery}    alerts: {}\n`), "alerts: { battery_low: { condition:")
    assert.include(added(battery, { name: "Battery: low!" }), "battery_low:\n        condition")
    assert.include(added(battery, { name: "Battery: low!" }), 'name: "Battery: low!"')
    assert.isNull(added(`base: &a {}\n${battery}    alerts: *a\n`))
    assert.isFalse(isWhole(read(`${battery}    field: percentage\n`).root, "battery"))
    assert.isTrue(isWhole(read(battery).root, "battery"))
    assert.isNull(added("datapoints:\n  other: { topic: /b }\n"))
  })

  it.prop(
    "is what a valid document has more, whatever it is and however it is written",
    { doc: validDocument, isFlow: Schema.Boolean, fire: Schema.Literals(["25", '"on"', "true", '"25"']) },
    ({ doc, fire, isFlow }) => {
      const datapoints = Object.entries((doc as { datapoints?: Record<string, object> }).datapoints ?? {})
      const [slug] = datapoints.find(([, datapoint]) => "field" in datapoint) ?? []
      if (slug === undefined) return
      const source = stringify(doc, {
        collectionStyle: isFlow ? "flow" : "any",
        defaultStringType: "QUOTE_DOUBLE",
        aliasDuplicateObjects: false
      })
      const wanted = wantedAlert({ alert: slug, fire })!
      const edit = addAlert(source, read(source).root, wanted)
      assert.isNotNull(edit)
      const parsed = parse(applyEdits(source, [edit!]))
      assert.strictEqual(parsed.kind, "ok")
      if (parsed.kind !== "ok") return
      const after = parsed.value as { datapoints: Record<string, { alerts: Record<string, object> }> }
      const alerts = Object.entries(after.datapoints[slug]!.alerts)
      assert.isTrue(
        alerts.some(([, rule]) => JSON.stringify(rule).includes(`"fire_at":${JSON.stringify(JSON.parse(fire))}`))
      )
      // A text on a number is said at its condition; nothing else is new.
      const issuesOf = (value: unknown) =>
        validate(value, { headerFirst: true }).issues.filter(({ path }) => !path.includes(".condition"))
      assert.deepStrictEqual(issuesOf(parsed.value), issuesOf(doc))
    }
  )
})

describe("a change of a text", () => {
  it("is shown line by line, with what is around it", () => {
    const source = "a\nb\nc\nd\ne\nf\n"
    const lines = changeOf(source, [{ from: 6, to: 7, insert: "x\ny" }])
    assert.deepStrictEqual(
      lines.map(({ kind, number, text }) => `${kind} ${number} ${text}`),
      ["same 2 b", "same 3 c", "removed 4 d", "added 4 x", "added 5 y", "same 6 e", "same 7 f"]
    )
    assert.isEmpty(changeOf(source, []))
  })
})
