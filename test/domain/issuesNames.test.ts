import type { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { Findings } from "@fleet/domain/RobotConfig/Findings"
import { checkMessages, placeholdersIn } from "@fleet/domain/RobotConfig/MessageRules"
import { checkNames } from "@fleet/domain/RobotConfig/Names"
import { Path } from "@fleet/domain/RobotConfig/Path"
import { assert, describe, it } from "@effect/vitest"

const listed = (findings: Findings) => findings.issues.map(({ code, message, path }) => `${code} ${path}: ${message}`)

/** What is said of names in a document that has a right structure. */
const said = (sections: object) => {
  const findings = new Findings()
  checkNames({ platform: 1, ...sections } as RobotConfigDocument, findings)
  return listed(findings)
}

/** What is said of messages in any value. */
const saidOfAny = (value: unknown) => {
  const findings = new Findings()
  checkMessages(value, Path.root, findings)
  return listed(findings)
}

const datapoint = { topic: "/a", type: "a/msg/B" }
const service = { ros_name: "/a", type: "a/srv/B" }
const sender = { ...datapoint, message: {}, failsafe: { timeout_ms: 1, message: {} }, quiet_timeout_ms: 0 }
const bool = { type: "bool" }

describe("slugs", () => {
  it("slugs are taken by the first section that has them", () => {
    assert.deepStrictEqual(
      said({
        cameras: { one: {} },
        publishers: { one: sender },
        services: { two: service, one: service },
        datapoints: { one: datapoint }
      }),
      [
        "duplicate_slug services.one: one is in datapoints already.",
        "duplicate_slug publishers.one: one is in datapoints already.",
        "duplicate_slug cameras.one: one is in datapoints already."
      ]
    )
  })

  it("slugs are free where messages, parameters and alerts have their names", () => {
    const message = { on: "${one}" }
    assert.isEmpty(
      said({
        messages: { one: {}, two: {} },
        datapoints: { one: { ...datapoint, alerts: { one: {}, two: {} } } },
        services: { two: { ...service, message, parameters: { one: bool } } }
      })
    )
  })

  it("slugs that are reserved may be taken nowhere, and may be part of another", () => {
    for (const slug of ["bridge_state", "robot_details", "history"]) {
      for (const section of ["datapoints", "actions", "services", "cameras"]) {
        assert.deepStrictEqual(said({ [section]: { [slug]: {} } }), [
          `reserved_slug ${section}.${slug}: ${slug} is reserved.`
        ])
      }
      assert.isEmpty(said({ datapoints: { [`${slug}_x`]: datapoint }, messages: { [slug]: {} } }))
    }
    assert.deepStrictEqual(said({ datapoints: { history: datapoint }, services: { history: service } }), [
      "reserved_slug datapoints.history: history is reserved.",
      "reserved_slug services.history: history is reserved.",
      "duplicate_slug services.history: history is in datapoints already."
    ])
  })
})

describe("a shared message", () => {
  const messages = (halt: object) => ({ messages: { other: { x: 1 }, halt } })

  it("a shared message inserts no other where message stands in it, at any depth", () => {
    for (const [halt, place] of [
      [{ message: "${other}" }, "message"],
      [{ x: [{ message: "${other}" }] }, "x[0].message"],
      [{ message: "${halt}" }, "message"]
    ] as const) {
      const name = JSON.stringify(halt).includes("other") ? "other" : "halt"
      assert.deepStrictEqual(said(messages(halt)), [
        `nested_message_reference messages.halt.${place}: A shared message cannot insert ${name}.`
      ])
    }
  })

  it("a shared message may have parameters called like one, or at message", () => {
    for (const halt of [{ x: "${other}" }, { message: ["${other}"] }, { message: "${speed}" }, { message: "other" }]) {
      assert.isEmpty(said(messages(halt)))
    }
    assert.isEmpty(said(messages({ message: "${constructor}" })))
  })

  it("a shared message is no placeholder itself", () => {
    assert.deepStrictEqual(
      saidOfAny({ messages: { halt: "${other}", text: "other", list: ["${other}"], map: { x: "${other}" } } }),
      ["nested_message_reference messages.halt: A shared message cannot be another shared message."]
    )
  })
})

describe("the parameters of a message", () => {
  const messages = { halt: { x: "${aa}", y: ["${bb}"] } }
  const kinds = [
    ["actions", service],
    ["services", service],
    ["publishers", sender]
  ] as const

  it("the parameters of a message are those that are declared, in every kind of command", () => {
    for (const [section, base] of kinds) {
      const command = (message: unknown, parameters?: object) =>
        said({ messages, [section]: { cmd: { ...base, message, ...(parameters && { parameters }) } } })
      assert.isEmpty(command({ x: "${aa}", y: ["${bb}"] }, { aa: bool, bb: bool }))
      assert.isEmpty(command("${halt}", { aa: bool, bb: bool }))
      assert.deepStrictEqual(command({ x: "${aa}", y: ["${bb}"] }, { bb: bool, cc: bool }), [
        `undeclared_parameter ${section}.cmd.message.x: aa is not a declared parameter.`,
        `unused_parameter ${section}.cmd.parameters.cc: The message does not use cc.`
      ])
      assert.deepStrictEqual(command("${halt}", { bb: bool, cc: bool }), [
        `undeclared_parameter ${section}.cmd.message: halt needs parameters that are not declared: aa.`,
        `unused_parameter ${section}.cmd.parameters.cc: The message does not use cc.`
      ])
      assert.deepStrictEqual(command("${halt}"), [
        `undeclared_parameter ${section}.cmd.message: halt needs parameters that are not declared: aa, bb.`
      ])
      assert.deepStrictEqual(command({ x: "${aa}" }), [
        `undeclared_parameter ${section}.cmd.message.x: aa is not a declared parameter.`
      ])
    }
  })

  it("the parameters of a message are not looked at where the shared message is not there", () => {
    assert.deepStrictEqual(
      said({ messages, actions: { cmd: { ...service, message: "${nope}", parameters: { aa: bool } } } }),
      ["unknown_message actions.cmd.message: There is no shared message nope."]
    )
  })

  it("the parameters of a message are all unused without a message", () => {
    assert.deepStrictEqual(said({ actions: { cmd: { ...service, parameters: { aa: bool, bb: bool } } } }), [
      "unused_parameter actions.cmd.parameters.aa: The message does not use aa.",
      "unused_parameter actions.cmd.parameters.bb: The message does not use bb."
    ])
    assert.isEmpty(said({ actions: { cmd: service } }))
  })

  it("the parameters of a message are not those of Object.prototype", () => {
    assert.deepStrictEqual(
      said({ actions: { cmd: { ...service, message: { x: "${constructor}" }, parameters: {} } } }),
      ["undeclared_parameter actions.cmd.message.x: constructor is not a declared parameter."]
    )
  })
})

describe("a failsafe", () => {
  const failsafe = (message: unknown, messages: unknown = {}) => ({
    messages,
    publishers: { pub: { ...sender, failsafe: { timeout_ms: 1, message } } }
  })
  const at = "publishers.pub.failsafe.message"
  const wrong = { failsafe: { message: { x: "${aa}" } } }
  const refused = (place: string) => `failsafe_has_parameters ${at}${place}: A failsafe message takes no parameters.`

  it("a failsafe names a shared message that is there", () => {
    const messages = { halt: {} }
    assert.isEmpty([
      ...said(failsafe("${halt}", messages)),
      ...said(failsafe({ x: "halt" }, messages)),
      ...said(failsafe({}))
    ])
    for (const given of [failsafe("${nope}", messages), { publishers: failsafe("${nope}").publishers }]) {
      assert.deepStrictEqual(said(given), [`unknown_message ${at}: There is no shared message nope.`])
    }
  })

  it("a failsafe has no placeholder at any place, nor has the shared message it names", () => {
    assert.deepStrictEqual(saidOfAny(failsafe({ x: "${aa}", y: [1, "${aa}"], z: "to ${aa}" })), [
      refused(".x"),
      refused(".y[1]")
    ])
    assert.deepStrictEqual(saidOfAny(failsafe("${halt}", { halt: { x: 1, y: ["${aa}", "${bb}"] } })), [refused("")])
    for (const body of [{}, { x: 1, y: ["to ${aa}"] }]) assert.isEmpty(saidOfAny(failsafe("${halt}", { halt: body })))
    assert.isEmpty([...saidOfAny(failsafe("${nope}")), ...saidOfAny(failsafe("${constructor}"))])
  })

  it("a failsafe is judged in every publisher, and in nothing else", () => {
    assert.deepStrictEqual(
      saidOfAny({ publishers: { one: wrong, two: {}, three: wrong }, actions: { four: wrong } }).map(
        (line) => line.split(":")[0]
      ),
      ["one", "three"].map((slug) => `failsafe_has_parameters publishers.${slug}.failsafe.message.x`)
    )
  })

  it("a missing failsafe is left to the shape", () => {
    const publishers = [[wrong], { pub: null }, { pub: { failsafe: "x" } }, { pub: { failsafe: [] } }]
    for (const each of publishers) assert.isEmpty(saidOfAny({ publishers: each }))
    for (const value of [null, [], "x"]) assert.isEmpty(saidOfAny(value))
  })
})

describe("placeholders", () => {
  it("placeholders are found in the order they are written, where they stand", () => {
    const body = { a: "${one}", b: ["x", "${two}", { c: "${one}" }], d: "to ${three}" }
    assert.deepStrictEqual(
      [...placeholdersIn(body, Path.root)].map(([name, path]) => `${name} ${path.toString()}`),
      ["one a", "two b[1]", "one b[2].c"]
    )
  })
})
