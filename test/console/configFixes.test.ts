import { validate } from "@fleet/domain/RobotConfig/Validate"
import { parse } from "@fleet/server/robots/config/Yaml"
import { assert, describe, it } from "@effect/vitest"
import { stringify } from "yaml"
import { fixesOf } from "../../packages/console/src/features/config/fixes/fixes.ts"
import type { Robot } from "../../packages/console/src/features/config/ros.ts"
import { noRobot } from "../../packages/console/src/features/config/ros.ts"
import { checkSlices } from "../../packages/console/src/features/config/schema/check.ts"
import { applyEdits } from "../../packages/console/src/features/config/text/edits.ts"
import { read } from "../../packages/console/src/features/config/text/read.ts"
import { choice, validDocument } from "../domain/arbitraries.ts"
import { placesOf, withValue, written } from "../domain/places.ts"

const quoted = {
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "QUOTE_DOUBLE",
  aliasDuplicateObjects: false
} as const

const robot: Robot = {
  graph: {
    captured_at_ms: 0,
    topics: [
      { name: "/battery", types: ["sensor_msgs/msg/BatteryState"] },
      { name: "/pose", types: ["geometry_msgs/msg/PoseStamped"] }
    ],
    services: [{ name: "/reset", types: ["std_srvs/srv/Trigger"] }],
    actions: [{ name: "/navigate_to", types: ["fleet_sim_interfaces/action/GoTo"] }]
  },
  types: new Map([
    [
      "fleet_sim_interfaces/action/GoTo",
      {
        name: "fleet_sim_interfaces/action/GoTo",
        kind: "action",
        goal: [
          { name: "x", type: "float32", array: false, fields: null },
          { name: "y", type: "float32", array: false, fields: null }
        ],
        result: [],
        feedback: []
      }
    ],
    [
      "sensor_msgs/msg/BatteryState",
      {
        name: "sensor_msgs/msg/BatteryState",
        kind: "msg",
        fields: [
          { name: "voltage", type: "float32", array: false, fields: null },
          { name: "percentage", type: "float32", array: false, fields: null }
        ]
      }
    ]
  ])
}

const issuesOf = (source: string) => {
  const parsed = parse(source)
  assert.strictEqual(parsed.kind, "ok", source)
  if (parsed.kind !== "ok") return []
  return validate(parsed.value, { headerFirst: parsed.headerFirst, graph: robot.graph, types: robot.types }).issues
}

const localOf = (source: string) => {
  const slices = checkSlices(read(source).root)
  for (;;) {
    const next = slices.next()
    if (next.done === true) return next.value
  }
}

/** Takes the first fix of the finding with this code, and answers the text after it. */
const fixed = (source: string, code: string, at = 0): string => {
  const finding = issuesOf(source).find((issue) => issue.code === code)
  assert.isDefined(finding, `${code} among ${JSON.stringify(issuesOf(source))}`)
  const fix = fixesOf({ source, root: read(source).root, finding: finding!, robot })[at]
  assert.isDefined(fix, `a fix of ${code} at ${finding!.path}`)
  return applyEdits(source, fix!.edits)
}

const rover = `platform: 1
# A wheeled robot
datapoints:
  battery: # the main one
    topic: /battery
    type: sensor_msgs/msg/BatteryState
    field: percentage
    alerts:
      low:
        condition: { fire_at: 25, resolve_at: 30 } # percent
actions:
  go_to:
    ros_name: /navigate_to
    type: fleet_sim_interfaces/action/GoTo
    message: { x: "\${to_x}", y: "\${to_y}" }
    parameters:
      to_x: { type: float32, min_value: -10 }
      to_y: { type: float32, min_value: -10 }
`

describe("quick fixes", () => {
  it("mend what is broken and leave every other character as it was", () => {
    assert.deepStrictEqual(issuesOf(rover), [])
    const pieces: Readonly<Record<string, readonly [string, string]>> = {
      invalid_condition: ["resolve_at: 30 }", "resolve_at: 25 }"],
      undeclared_parameter: ['y: "${to_y}" }', 'y: "${to_yy}" }'],
      unknown_key: ["    field: percentage", "    feild: percentage"],
      unknown_topic: ["topic: /battery\n", "topic: /batery\n"],
      type_mismatch: ["type: sensor_msgs/msg/BatteryState", "type: geometry_msgs/msg/PoseStamped"],
      unknown_field_path: ["field: percentage", "field: percentag"],
      value_type_mismatch: ["to_x: { type: float32, min_value: -10 }", 'to_x: { type: float32, min_value: "-10" }'],
      invalid_value: ["to_x: { type: float32,", "to_x: { type: flaot32,"]
    }
    for (const [code, [right, wrong]] of Object.entries(pieces)) {
      const broken = rover.replace(right, () => wrong)
      assert.notStrictEqual(broken, rover)
      assert.strictEqual(fixed(broken, code), rover, code)
    }
  })

  it("declare a parameter with the type of the field that it fills", () => {
    const source = rover.replace("      to_y: { type: float32, min_value: -10 }\n", "")
    const after = fixed(source, "undeclared_parameter")
    assert.include(after, "      to_x: { type: float32, min_value: -10 }\n      to_y: { type: float32 }\n")
    assert.deepStrictEqual(issuesOf(after), [])
  })

  it("insert a key that is missing, with the type that the robot offers", () => {
    const source = rover.replace("    type: sensor_msgs/msg/BatteryState\n", "")
    const after = fixed(source, "missing_key")
    assert.deepStrictEqual(issuesOf(after), [])
    assert.include(after, "# the main one")
    assert.strictEqual(fixed("datapoints: {}\n", "missing_key"), "platform: 1\ndatapoints: {}\n")
    assert.strictEqual(fixed("\n", "explicit_null"), "platform: 1\n")
  })

  it("rename a slug that another thing has", () => {
    const source = `${rover}services:\n  battery:\n    ros_name: /reset\n    type: std_srvs/srv/Trigger\n`
    const after = fixed(source, "duplicate_slug")
    assert.strictEqual(after, source.replace("services:\n  battery:", "services:\n  battery_2:"))
    assert.deepStrictEqual(issuesOf(after), [])
  })

  it("take a parameter away that no message uses, with its line and nothing else", () => {
    const source = rover.replace("      to_y: {", "      zoom: { type: string } # gone\n      to_y: {")
    assert.strictEqual(fixed(source, "unused_parameter"), rover)
  })

  it("put the header on the first line", () => {
    assert.strictEqual(fixed("# mine\nplatform: 1\nactions: {}\n", "custom"), "platform: 1\n# mine\nactions: {}\n")
  })

  it("set a value to the bound it breaks", () => {
    const source = rover.replace("    field: percentage\n", "    field: percentage\n    numeric: { decimals: 9 }\n")
    assert.include(fixed(source, "too_big"), "numeric: { decimals: 6 }")
  })

  it.prop(
    "a fix of any broken document keeps what lies outside of it byte for byte, and is YAML that has the finding no more",
    { doc: validDocument, where: choice, how: choice },
    ({ doc, how, where }) => {
      const places = placesOf(doc).filter(({ kind }) => kind !== "body")
      const place = places[where % places.length]
      if (place === undefined) return
      const broken = [
        () => withValue(doc, place.keys, undefined),
        () => withValue(doc, place.keys, null),
        () => withValue(doc, place.keys, 1e9),
        () => withValue(doc, [...place.keys.slice(0, -1), "typpe"], "x")
      ][how % 4]!()
      const source = stringify(broken, quoted)
      const parsed = parse(source)
      if (parsed.kind !== "ok") return
      const found = validate(parsed.value, { headerFirst: parsed.headerFirst }).issues.slice(0, 5)
      for (const finding of found) {
        for (const fix of fixesOf({ source, root: read(source).root, finding, robot: noRobot })) {
          const after = applyEdits(source, fix.edits)
          const again = parse(after)
          assert.strictEqual(again.kind, "ok", `${JSON.stringify(fix)}\n${source}`)
          if (again.kind !== "ok" || finding.code === "custom") continue
          const left = validate(again.value, { headerFirst: again.headerFirst }).issues
          assert.isFalse(
            left.some(({ code, path }) => code === finding.code && path === finding.path),
            `${JSON.stringify(finding)} after ${JSON.stringify(fix)}`
          )
          let rest = source
          for (const { from, to } of fix.edits.toSorted((a, b) => b.from - a.from))
            rest = rest.slice(0, from) + rest.slice(to)
          let kept = after
          for (const { from, insert } of fix.edits.toSorted((a, b) => a.from - b.from)) {
            const moved = fix.edits
              .filter((edit) => edit.from < from)
              .reduce((sum, edit) => sum + edit.insert.length - (edit.to - edit.from), 0)
            assert.strictEqual(after.slice(from + moved, from + moved + insert.length), insert)
          }
          for (const { from, insert } of fix.edits.toSorted((a, b) => b.from - a.from)) {
            const moved = fix.edits
              .filter((edit) => edit.from < from)
              .reduce((sum, edit) => sum + edit.insert.length - (edit.to - edit.from), 0)
            kept = kept.slice(0, from + moved) + kept.slice(from + moved + insert.length)
          }
          assert.strictEqual(kept, rest)
        }
      }
    }
  )
})

describe("checks of the page", () => {
  it.prop("find nothing in a document that is right", { doc: validDocument }, ({ doc }) => {
    const source = stringify(doc, quoted)
    assert.deepStrictEqual(localOf(source), [])
  })

  it.prop(
    "find only what the service finds as well",
    { doc: validDocument, where: choice, how: choice },
    ({ doc, how, where }) => {
      const places = placesOf(doc).filter(({ kind }) => kind !== "body")
      const place = places[where % places.length]
      if (place === undefined) return
      const values = [undefined, null, "x", -1, 1e12, true, [], {}]
      const broken = withValue(doc, place.keys, values[how % values.length])
      const source = stringify(broken, quoted)
      const parsed = parse(source)
      if (parsed.kind !== "ok") return
      const service = new Set(
        validate(parsed.value, { headerFirst: parsed.headerFirst }).issues.map(({ path }) => path)
      )
      for (const { path } of localOf(source))
        assert.isTrue(service.has(path), `${path} of ${written(place.keys)}\n${source}`)
    }
  )
})
