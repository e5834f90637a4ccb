import { parse, renameSlug } from "@fleet/server/robots/config/Yaml"
import { assert, describe, it } from "@effect/vitest"

const valueOf = (source: string): unknown => {
  const parsed = parse(source)
  if (parsed.kind !== "ok") assert.fail(JSON.stringify(parsed))
  return parsed.value
}

describe("a text that is not YAML names the place", () => {
  const places: ReadonlyArray<readonly [name: string, source: string, message: RegExp, line: number, column: number]> =
    [
      ["a repeated key", "platform: 1\nactions: {}\nactions: {}\n", /"actions" is repeated/, 3, 1],
      ["a repeated key in a flow map", "a: {b: 1, b: 2}", /"b" is repeated/, 1, 11],
      ["a key repeated in another spelling", "1: a\n'1': b\n", /"1" is repeated/, 2, 1],
      ["a key repeated through an alias", "&k key: 1\n*k : 3\n", /"key" is repeated/, 2, 1],
      ["a second document", "a: 1\n---\nb: 2\n", /more than one document/, 2, 1],
      ["an alias without an anchor", "x: 1\ny: *nope\n", /no anchor nope/, 2, 4],
      ["an alias before its anchor", "x: *a\ny: &a 1\n", /no anchor a/, 1, 4],
      ["a mapping inside a line", "a: b: c", /[Nn]ested mappings/, 1, 4],
      ["a flow list that never ends", "a: [1,\nb: 2\n", /[Ff]low sequence/, 2, 1],
      ["a quote that never ends", "a: 'x\n", /closing 'quote/, 2, 1],
      ["a tab that indents", "a:\n\tb: 1\n", /[Tt]abs/, 2, 1],
      ["a bracket too much", "a: 1\n]\n", /flow-seq-end/, 2, 1]
    ]
  for (const [name, source, message, line, column] of places) {
    it(name, () => {
      const parsed = parse(source)
      if (parsed.kind !== "invalid") assert.fail(JSON.stringify(parsed))
      assert.match(parsed.parse_error, message)
      assert.deepStrictEqual([parsed.line, parsed.column], [line, column])
    })
  }
})

describe("indentation with spaces that are letters to YAML", () => {
  const noBreak = /no-break space \(U\+00A0\)\. Indent with plain spaces/
  for (const [name, source, message, line, column] of [
    ["a no-break space under a key", "actions:\n\u00a0\u00a0pick: 1\n", noBreak, 2, 1],
    ["a no-break space among plain ones", "actions:\n  pick:\n  \u00a0 ros: 1\n", noBreak, 3, 3],
    ["a no-break space in the second entry", "a:\n  b: 1\n\u00a0\u00a0c: 2\n", noBreak, 3, 1],
    ["an em space", "a:\n\u2003b: 1\n", /unusual space \(U\+2003\)/, 2, 1]
  ] as const) {
    it(`${name}: the message names it and its place`, () => {
      const parsed = parse(source)
      if (parsed.kind !== "invalid") assert.fail(JSON.stringify(parsed))
      assert.match(parsed.parse_error, message)
      assert.deepStrictEqual([parsed.line, parsed.column], [line, column])
    })
  }

  it("such a space inside a value, a quoted key or a block of text is text", () => {
    for (const [source, value] of [
      ["a: x\u00a0y", { a: "x\u00a0y" }],
      ['"\u00a0a": 1', { "\u00a0a": 1 }],
      ["a: |\n  \u00a0b: 1\n", { a: "\u00a0b: 1\n" }]
    ] as const)
      assert.deepStrictEqual(valueOf(source), value)
  })
})

describe("a text that cannot be stored", () => {
  for (const [name, source] of [
    ["an anchor in its own list", "x: &a [1, *a]"],
    ["an anchor in its own map", "x: &a {y: {z: *a}}"],
    ["an anchor in its own key's value", "&a x: {b: &b [*b]}"],
    ["an escaped U+0000", String.raw`a: "\0"`],
    ["half of a surrogate pair", String.raw`a: "\ud800"`],
    ["U+0000 in a key", String.raw`"\0": a`],
    ["U+0000 in a comment", "a: 1 # \0"]
  ] as const) {
    it(`a text that cannot be stored is one with ${name}`, () => assert.strictEqual(parse(source).kind, "unstorable"))
  }
})

describe("YAML becomes JSON", () => {
  it("YAML becomes JSON with every digit of 64-bit integers", () => {
    assert.deepStrictEqual(
      valueOf("a: 9007199254740993\nb: -9223372036854775808\nc: 9007199254740991\nd: 0x20000000000001\ne: +5\nf: 0o17"),
      { a: "9007199254740993", b: "-9223372036854775808", c: 9007199254740991, d: "9007199254740993", e: 5, f: 15 }
    )
  })

  it("YAML becomes JSON with YAML 1.2 words only", () => {
    assert.deepStrictEqual(valueOf("a: yes\nb: 2020-01-01\nc: 1_000\nd: 012\ne: true\nf: ~\ng: -0.0"), {
      a: "yes",
      b: "2020-01-01",
      c: "1_000",
      d: 12,
      e: true,
      f: null,
      g: 0
    })
  })

  it("YAML becomes JSON whatever version the text asks for", () => {
    assert.deepStrictEqual(valueOf("%YAML 1.1\n---\nb: yes\n<<: {x: 1}"), { b: "yes", "<<": { x: 1 } })
  })

  it("YAML becomes JSON without a tag making anything else", () => {
    assert.deepStrictEqual(valueOf("a: !!binary aGk=\nb: !!set {x}\nc: !foo 1\nd: !!str 5"), {
      a: "aGk=",
      b: { x: null },
      c: "1",
      d: "5"
    })
  })

  it("YAML becomes JSON with aliases where the latest anchor of that name was", () => {
    assert.deepStrictEqual(valueOf("a: &x 1\nb: *x\nc: &x {y: 2}\nd: [*x]"), { a: 1, b: 1, c: { y: 2 }, d: [{ y: 2 }] })
  })

  it("YAML becomes JSON with keys that JSON can have", () => {
    assert.deepStrictEqual(valueOf("~: a\n1: b\ntrue: c\n? [x, y]\n: d\n"), {
      "": "a",
      "1": "b",
      true: "c",
      "[x, y]": "d"
    })
  })

  it("YAML becomes JSON without touching a prototype", () => {
    const value = valueOf("__proto__: {polluted: 1}\nconstructor: {prototype: 2}") as Record<string, unknown>
    assert.deepStrictEqual(Object.keys(value), ["__proto__", "constructor"])
    assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
    assert.isUndefined(value["polluted"])
  })
})

describe("the header is first", () => {
  for (const source of ["platform: 1", "'platform': 1 # mine", "{platform: 1}", "\uFEFFplatform: 1"]) {
    it(`the header is first in ${JSON.stringify(source)}`, () =>
      assert.deepInclude(parse(source), { headerFirst: true }))
  }
  for (const source of [
    "",
    "\nplatform: 1",
    "# mine\nplatform: 1",
    "---\nplatform: 1",
    "a: 1\nplatform: 1",
    "platform"
  ]) {
    it(`the header is first but not in ${JSON.stringify(source)}`, () =>
      assert.deepInclude(parse(source), { headerFirst: false }))
  }
})

describe("renaming a slug", () => {
  const source = `platform: 1 # keep
# about the robot
messages: {battery: {x: 1}}
datapoints:   # here
    "battery" :   # quoted
        topic: /battery
        description: battery
    'other': {topic: /battery, alerts: {battery: {}}}
actions: {dock: {ros_name: /dock, message: "\${battery}"}}
services:
  ? reset   # explicit
  : {ros_name: /reset}
publishers: &all
  !!str drive: {}
cameras: *all
`
  const renamed = (from: string, to: string) => renameSlug(source, from, to)

  it("renaming a slug changes the key and nothing else", () => {
    assert.strictEqual(renamed("battery", "power"), source.replace('"battery" :', "power :"))
    assert.strictEqual(renamed("other", "power"), source.replace("'other':", "power:"))
    assert.strictEqual(renamed("dock", "go_home"), source.replace("{dock:", "{go_home:"))
    assert.strictEqual(renamed("reset", "zero"), source.replace("? reset", "? zero"))
    assert.strictEqual(renamed("drive", "move"), source.replace("!!str drive", "!!str move"))
  })

  it("renaming a slug quotes the words YAML would not read as text", () => {
    for (const word of ["null", "true", "false"]) {
      assert.strictEqual(renamed("dock", word), source.replace("{dock:", `{"${word}":`))
    }
  })

  it("renaming a slug finds nothing outside the five sections", () => {
    assert.isNull(renamed("platform", "x_y"))
    assert.isNull(renamed("topic", "x_y"))
    assert.isNull(renamed("nope", "x_y"))
    assert.isNull(renameSlug("a: [", "a", "b"))
    assert.isNull(renameSlug("- a", "a", "b"))
  })
})
