import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readTokens, tokensPath } from "../../scripts/generate/Tokens.ts"

const root = join(import.meta.dirname, "../..")
const { primitives } = readTokens(root)

/** Styles, and the modules that write styles and markup. */
const styled = globSync(
  [
    "packages/console/src/**/*.{css,tsx}",
    "packages/client-sdk/examples/**/*.{css,html}",
    "packages/server/src/{console,demo,identity,mail,mcp}/**/*.{ts,html}",
    "packages/server/src/platform/pages/**/*.ts"
  ],
  { cwd: root }
).filter((file) => !file.endsWith(".gen.ts") && file !== tokensPath)

/** Where colours are written out, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  "packages/server/src/platform/pages/qrCode.ts": "cameras read it, also where no style was loaded",
  "packages/server/src/platform/pages/Colour.ts": "names the notation that it reads",
  "packages/server/src/demo/DemoSeed.ts": "the accents and logos that customers of the demo chose"
}

const literal = /(?<![\w&/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:oklch|oklab|rgba?|hsla?|hwb|lab|lch)\(/i
const primitive = new RegExp(`--(?:${primitives.join("|")})\\b`)

const offenders = (pattern: RegExp) =>
  styled.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        // A class's private member is written like a colour.
        pattern.test(line.replaceAll(/\bthis\.#\w+|^\s*(?:readonly )?#\w+/g, "")) && exceptions[file] === undefined
          ? [`${file}:${at + 1} ${line.trim()}`]
          : []
      )
  )

describe("screens, pages and mails", () => {
  it("are read from real files", () => {
    assert.isAbove(styled.length, 150)
    for (const file of Object.keys(exceptions)) assert.include(styled, file)
    assert.isTrue(literal.test("color: #1f4e8c") && literal.test("oklch(1 0 0)") && literal.test('fill="#fff"'))
    assert.isFalse(literal.test("&#39;") || literal.test('href="#main"'))
    assert.isTrue(primitive.test("var(--gray-50)"))
  })

  it("write no colour out: they name what it is for", () => {
    assert.deepStrictEqual(offenders(literal), [])
  })

  it("name no primitive of the tokens", () => {
    assert.deepStrictEqual(offenders(primitive), [])
  })
})
