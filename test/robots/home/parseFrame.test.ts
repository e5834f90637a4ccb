import { assert, describe, it, layer } from "@effect/vitest"
import { parseStorable } from "@fleet/server/robots/home/parseFrame"
import { replaceUnstorableChars } from "@fleet/server/platform/sql/replaceUnstorableChars"
import { Effect, Schema } from "effect"
import { aConnectedRobot } from "../jobs/world.ts"
import { connectBridge, openBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

/** What is parsed, or that it is no JSON. */
const outcome = (parse: () => unknown): unknown => {
  try {
    return { value: parse() }
  } catch {
    return "not JSON"
  }
}

/** The same in one expression: the strings are told from the rest first, and each token in the rest is null. */
const reference = (text: string) =>
  outcome(() => {
    const parts = text.match(/"(?:[^"\\]|\\[^])*(?:"|\\?$)|[^"]+/g) ?? []
    return JSON.parse(parts.map((part) => (part[0] === '"' ? part : part.replace(/-?Infinity|NaN/g, "null"))).join(""))
  })

const Fragment = Schema.Literals([
  '"',
  "\\",
  '\\"',
  "\\\\",
  "NaN",
  "Infinity",
  "-Infinity",
  "-",
  "Inf",
  "Na",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  " ",
  "1",
  "null",
  "e",
  '"a"',
  '"NaN":',
  "\n",
  "ä"
])

const Leaf = Schema.Union([
  Schema.Literals(["NaN", '"NaN\\"', "-Infinity\\", '\\"Infinity', "plain"]),
  Schema.Literals(["not NaN", "not Infinity", "not -Infinity", 0, -1.5, 1e300]),
  Schema.Boolean,
  Schema.Null
])
const Row = Schema.Array(Leaf)
const Value = Schema.Record(Schema.String, Schema.Union([Leaf, Row, Schema.Record(Schema.String, Row)]))

/** A text that stands for what is no finite number. */
const tokenOf = (value: unknown) =>
  typeof value === "string" && value.startsWith("not ") ? value.slice("not ".length) : undefined

/** JSON as robots' writers make it. */
const written = (value: unknown): string => {
  const token = tokenOf(value)
  if (token !== undefined) return token
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${written(inner)}`)
    .join(", ")}}`
}

describe("a robot's JSON", () => {
  it.prop(
    "a robot's JSON is read as the reference reads it, whatever its text",
    [Schema.Array(Fragment)],
    ([fragments]) => {
      const text = fragments.join("")
      assert.deepStrictEqual(
        outcome(() => parseStorable(text)),
        reference(text),
        text
      )
    }
  )

  it.prop("a robot's JSON is read with null for what is no number, and every string as it was", [Value], ([value]) => {
    const plain = JSON.stringify(value, (_, inner) => (tokenOf(inner) === undefined ? inner : null))
    assert.deepStrictEqual(parseStorable(written(value)), JSON.parse(replaceUnstorableChars(plain)))
  })

  it("a robot's JSON is read as it is where it is JSON, tokens in strings and keys included", () => {
    for (const text of ['{"NaN":"NaN"}', '["-Infinity \\" NaN"]', '"Infinity"', "{}", "1"]) {
      assert.deepStrictEqual(parseStorable(text), JSON.parse(text))
    }
  })

  it.each([
    "nan",
    "NAN",
    "+Infinity",
    "- Infinity",
    "--Infinity",
    "-NaN",
    "NaNs",
    "1NaN",
    "Infinit",
    "{NaN:1}",
    "NaN NaN"
  ])("a robot's JSON is not JSON with %s", (text) => assert.throws(() => parseStorable(text)))

  it("a robot's JSON is read in time that grows with its length alone", () => {
    const texts = ["\\", '"', '\\"', "N", "Na", "-", "NaN,", '"NaN', '"\\', "-I"].map((part) => part.repeat(400_000))
    for (const text of texts) assert.throws(() => parseStorable(`[${text}`))
    assert.lengthOf(parseStorable(`[${"NaN,".repeat(400_000)}1]`) as ReadonlyArray<unknown>, 400_001)
  })
})

layer(TestApp, { timeout: "60 seconds" })("a frame with numbers that are not finite", (it) => {
  it.effect(
    "a frame with numbers that are not finite is taken with null in their place, in a hello too, and the session goes on",
    () =>
      Effect.gen(function* () {
        const { bridgeToken, ...world } = yield* aConnectedRobot
        const bridge = yield* openBridge
        bridge.sendRaw(
          `{"type":"hello","protocol_version":5,"token":"${bridgeToken}","bridge_version":"1","load":-Infinity}`
        )
        yield* bridge.next("hello_ok")
        bridge.sendRaw(
          '{"type":"datapoint","slug":"battery","value":{"a":NaN,"b":[Infinity,-Infinity],"c":"NaN"},"timestamp_ms":5}'
        )
        bridge.sendRaw('{"type":"datapoint","slug":"battery","value":1,"timestamp_ms":NaN}')
        yield* bridge.sync
        const { body } = yield* call("GET", `${world.path}/datapoints/battery`, { as: world.as })
        assert.deepStrictEqual(body.value, { a: null, b: [null, null], c: "NaN" })
      })
  )

  it.effect("a frame with numbers that are not finite closes the socket where it is no JSON all the same", () =>
    Effect.gen(function* () {
      for (const text of ["NaN", "[NaN]", '{"type":NaN', '{"a":-NaN}']) {
        const { bridgeToken } = yield* aConnectedRobot
        const bridge = yield* connectBridge(bridgeToken)
        bridge.sendRaw(text)
        assert.strictEqual(yield* bridge.closeCode, 1008, text)
      }
    })
  )
})
