import { parse } from "@fleet/server/robots/config/Yaml"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { renewed } from "../../scripts/readme.ts"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const guides = globSync(["*.md", "packages/*/README.md"], { cwd: root })
const readme = read("README.md")

const all = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, found]) => found!)

describe("the README", () => {
  it("has the settings and the counters of the code; `node scripts/run.mjs scripts/readme.ts` renews them", () => {
    assert.strictEqual(renewed(readme), readme)
  })

  it("refuses to lose the place of what is generated", () => {
    assert.throws(() => renewed("# Something else\n"), "no place for its settings")
  })

  it("shows a configuration that publishes", () => {
    const [source] = all(readme, /```yaml\n([^]*?)```/g)
    const yaml = parse(source!)
    if (yaml.kind !== "ok") return assert.fail("it is not YAML")
    const { doc, issues } = validate(yaml.value, { headerFirst: yaml.headerFirst })
    assert.isNotNull(doc)
    assert.deepStrictEqual(
      issues.filter(({ severity }) => severity === "error"),
      []
    )
  })
})

describe.each(guides)("%s", (guide) => {
  const text = read(guide)

  it("links only to files that are there", () => {
    const links = all(text, /\]\((?!https?:)([^)#]+)\)/g)
    assert.deepStrictEqual(
      links.filter((link) => !existsSync(join(root, dirname(guide), link))),
      []
    )
  })

  it("names only files that are there", () => {
    const paths = all(text, /(?<![\w./-])((?:packages|scripts|test|docs)\/[\w./-]*\w\.(?:tsx?|mjs|json|md))\b/g)
    assert.deepStrictEqual(
      paths.filter((path) => !existsSync(join(root, path))),
      []
    )
  })

  it("names only scripts that package.json has", () => {
    const { scripts } = JSON.parse(read("package.json"))
    const named = all(text, /\bnpm run (?:--silent )?([\w:-]+)/g)
    assert.deepStrictEqual(
      named.filter((name) => !(name in scripts)),
      []
    )
  })
})
