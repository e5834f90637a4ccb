import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { contrastPairs, decoration } from "../../packages/console/src/kit/contrast.ts"
import { contrastOf, flattened, readTokens, Tokens } from "../../scripts/generate/Tokens.ts"

const root = join(import.meta.dirname, "../..")
const tokens = readTokens(root)

describe("the tokens of the design", () => {
  it("are read as the browser reads them", () => {
    const small = new Tokens(`/* 1 */ :root { --a: oklch(1 0 0); --wide: 2rem;
      /* ── 2 intents ── */
      --b: light-dark(var(--a), oklch(0 0 0 / 0.5)); /* --c: no; */ }
      @media (prefers-contrast: more) { :root { --b: var(--a); } }`)
    assert.deepStrictEqual(small.colours, ["a", "b"])
    assert.deepStrictEqual(small.primitives, ["a"])
    assert.strictEqual(small.colour("b", "light").toString({ format: "hex" }), "#fff")
    assert.strictEqual(small.colour("b", "dark").alpha, 0.5)
    assert.strictEqual(small.colour("b", "dark", true).alpha, 1)
    assert.throws(() => small.colour("wide", "light"), "is no colour")
    const grey = flattened([small.colour("a", "light"), small.colour("b", "dark")])
    for (const channel of grey.coords) assert.closeTo(Number(channel), 0.5, 0.001)
    assert.closeTo(contrastOf(small.colour("a", "light"), grey), 3.98, 0.01)
  })

  for (const scheme of ["light", "dark"] as const) {
    for (const more of [false, true]) {
      it(`can be told apart in the ${scheme} theme${more ? " with more contrast" : ""}`, () => {
        const weak = contrastPairs.flatMap(({ back, front, least }) => {
          const ground = flattened(back.map((name) => tokens.colour(name, scheme, more)))
          const found = contrastOf(tokens.colour(front, scheme, more), ground)
          return found < least ? [`${front} on ${back.join(" + ")}: ${found.toFixed(2)}, not ${least}`] : []
        })
        assert.deepStrictEqual(weak, [])
      })
    }
  }

  it("are each in a pair, or have a reason why not", () => {
    const paired = new Set([
      ...contrastPairs.flatMap(({ back, front }) => [front, ...back]),
      ...Object.keys(decoration)
    ])
    const intents = tokens.colours.filter((name) => !tokens.primitives.includes(name))
    const unmeasured = intents.filter((name) => !paired.has(name))
    assert.deepStrictEqual(unmeasured, ["button-bg", "input-bg"])
    for (const name of unmeasured) assert.include(tokens.css, `--${name}:var(--raised)`)
    for (const name of Object.keys(decoration)) assert.include(tokens.colours, name)
  })
})
