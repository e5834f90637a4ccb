import { validate } from "@fleet/domain/RobotConfig/Validate"
import { parse } from "@fleet/server/robots/config/Yaml"
import { assert, describe, it } from "@effect/vitest"
import { examples } from "./examples.ts"

/** What is said of the example: each finding's message, and whether it is a warning. */
const said = (name: string): ReadonlyArray<string> => {
  const source = examples.find(([each]) => each === name)![1]
  const parsed = parse(source)
  if (parsed.kind !== "ok") assert.fail(JSON.stringify(parsed))
  return validate(parsed.value, parsed).issues.map(({ message, severity }) =>
    severity === "warning" ? `(${message})` : message
  )
}

const noDocument = "(This is not a configuration document: names, topics, types and fields were not checked.)"
const noRobot = "(The robot was never introspected: topics, types and fields were not checked.)"

const structure: ReadonlyArray<readonly [name: string, ...messages: ReadonlyArray<string>]> = [
  ["a blank key", 'There is no key "" here.'],
  ["an unknown key of a datapoint", 'There is no key "color" here.'],
  ["an empty text", "Null is not allowed; leave the key out."],
  ["a null deep in a message", "Null is not allowed; leave the key out."],
  ["a rate below zero", "Expected a value between 0 and 20."],
  [
    "a numeric, a chart and alerts without a field",
    "Without field the datapoint is the whole message.",
    "Without field the datapoint is the whole message.",
    "Without field the datapoint is the whole message."
  ],
  ["a threshold that is no number", "resolve_at belongs to a threshold: fire_at must be a number."],
  ["a threshold that resolves where it fires", "resolve_at must differ from fire_at; leave it out for an equality."],
  [
    "limits of a string",
    "min_value is not for parameters of type string.",
    "max_value is not for parameters of type string."
  ],
  ["an enum of floats", "enum is not for parameters of type float64."],
  ["a regex of a number", "regex is not for parameters of type int32."],
  ["a default of another type", "Must be a value of type int32."],
  ["a placeholder in a failsafe", "A failsafe message takes no parameters."],
  ["a default over the limit", "Must be at most 3."],
  ["a default below the limit", "Must be at least 3."],
  ["a fraction", "Expected an integer."],
  ["not a number", "Expected a finite number."],
  ["infinity in a message", "Expected a finite number, a string, a boolean, a list or a map."],
  ["a list for a document", "Expected a map of keys and values."],
  ["another platform", "Expected 1."],
  ["a source of no kind", "There is no such kind."],
  ["a default outside the enum", "Must be one of the listed values."],
  ["a relative topic", "Expected an absolute ROS name such as /battery."],
  ["a ROS 1 type", "Expected a ROS 2 type such as package/msg/Name."],
  ["two indices in a segment", "Expected a field path such as pose.position.x or ranges[0]."],
  ["text at message", "Expected a placeholder such as ${name}."],
  ["a regex that does not compile", "This is not a JavaScript regular expression."],
  [
    "a regex that could run away",
    "This pattern could take very long: with lookaround, back references, (?i:) or counts over 16, a repeated group may not hold optional parts, repetitions or alternatives, and there may be no more ways to match than three unbounded repetitions after ^ have."
  ],
  ["a default the regex refuses", "Must match ^b."],
  ["a url of another scheme", "Expected an rtsp or rtsps URL."],
  ["a missing header", "The key platform is required."],
  ["a source without a kind", "The key kind is required."],
  ["a header below another key", "The first line must be: platform: 1"],
  ["a chart upside down", "y_max must not be below y_min."],
  ["limits the wrong way round", "max_value must not be below min_value."],
  ["an exit above the entry", "exit_lag_ms must be at or below enter_lag_ms."],
  ["a shared message that is another", "A shared message cannot be another shared message."]
]

const names: ReadonlyArray<readonly [name: string, ...messages: ReadonlyArray<string>]> = [
  ["reserved slugs", "history is reserved.", "bridge_state is reserved.", "robot_details is reserved."],
  ["a slug in two sections", "dock is in actions already."],
  ["a placeholder nobody declares", "goal is not a declared parameter."],
  ["a shared body that needs parameters", "halt needs parameters that are not declared: vv."],
  ["a parameter nobody uses", "The message does not use pa."],
  ["a shared message that is not there", "There is no shared message halt."],
  ["a shared message that inserts another", "A shared message cannot insert halt."]
]

describe("what is said", () => {
  it.each(structure)("what is said of %s", (name, ...messages) =>
    assert.deepStrictEqual(said(name), [...messages, noDocument])
  )
  it.each(names)("what is said of %s", (name, ...messages) =>
    assert.deepStrictEqual(said(name).slice(0, messages.length), messages)
  )

  it("what is said of a document that was not held against its robot", () => {
    const sound = validate({ platform: 1 })
    assert.deepStrictEqual(sound.issues, [
      { path: "(document)", slug: null, code: "checks_skipped", message: noRobot.slice(1, -1), severity: "warning" }
    ])
  })

  it("what is said of many parameters that are not declared names the first five", () => {
    const body = Object.fromEntries(["aa", "bb", "cc", "dd", "ee", "ff"].map((name) => [name, `\${${name}}`]))
    const needs = (names: ReadonlyArray<string>) => {
      const messages = { all: Object.fromEntries(names.map((name) => [name, body[name]])) }
      const actions = { dock: { ros_name: "/dock", type: "a/action/B", message: "${all}" } }
      return validate({ platform: 1, messages, actions }).issues[0]!.message
    }
    const begin = "all needs parameters that are not declared: aa, bb, cc, dd, ee"
    assert.strictEqual(needs(["aa", "bb", "cc", "dd", "ee"]), `${begin}.`)
    assert.strictEqual(needs(["aa", "bb", "cc", "dd", "ee", "ff"]), `${begin}, ….`)
  })

  it("what is said ends where the findings would fill the memory", () => {
    const name = "x".repeat(100)
    const deep = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : { [name]: deep(depth - 1, inner) })
    const nulls = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, null]))
    const { doc, issues } = validate({ platform: 1, messages: { note: deep(400, nulls) } })
    const at = issues.findIndex(({ code }) => code === "custom")
    assert.deepStrictEqual(issues[at], {
      path: "(document)",
      slug: null,
      code: "custom",
      message: "There are more findings than can be listed.",
      severity: "error"
    })
    assert.isNull(doc)
    const listed = issues.slice(0, at).reduce((sum, { path }) => sum + path.length, 0)
    assert.isAtLeast(listed, 4_000_000)
    assert.isBelow(listed, 4_050_000)
    assert.lengthOf(issues, at + 1)
  })
})
