import { parse } from "@fleet/server/robots/config/Yaml"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"
import { settingsTable } from "@fleet/server/platform/settings/Settings"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { renewed, tablesFile } from "../../scripts/tables.ts"
import { known } from "../support/Sources.ts"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const guides = globSync(["*.md", "packages/*/README.md", "docs/**/*.md"], { cwd: root })
const readme = read("README.md")

/** A decision is of its day: what it names may have moved since. */
const isDecision = (guide: string) => /^docs\/decisions\/\d/.test(guide)

const all = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, found]) => found!)

/** The folders that a document's table names in its first column. */
const foldersOf = (text: string): ReadonlyArray<string> => all(text, /^\| `([\w./-]+)` \|/gm)

/** The anchors that GitHub gives to the headings of a document. */
const anchorsOf = (text: string): ReadonlyArray<string> =>
  all(text.replaceAll(/^```[^]*?^```/gm, ""), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-")
  )

describe("docs/settings.md", () => {
  const text = read(tablesFile)

  it("has the settings, limits and metrics of the code; `npm run generate` renews them", () => {
    assert.strictEqual(renewed(text), text)
  })

  it("shows the whole name of each variable as code", () => {
    const shown = all(text.split("<!-- generated: settings -->")[1]!.split("<!-- end -->")[0]!, /^\| (.+?) \|/gm).slice(
      2
    )
    const names = settingsTable.map(({ name }) =>
      name
        .split(" or ")
        .map((each) => `\`${each}\``)
        .join(" or ")
    )
    assert.deepStrictEqual(shown, names)
  })

  it("refuses to lose the place of a generated table", () => {
    assert.throws(() => renewed("# Something else\n"), "has no place for its settings")
  })
})

describe("the README", () => {
  it("has at most 200 lines", () => {
    assert.isAtMost(readme.trimEnd().split("\n").length, 200)
  })

  it("names every folder of the repository", () => {
    const found = globSync(["packages/*", "scripts", "test", "docs"], { cwd: root })
    assert.sameMembers([...foldersOf(readme)], found)
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

describe("docs/architecture.md", () => {
  it("names every folder of the server that the architecture test knows", () => {
    assert.deepStrictEqual(foldersOf(read("docs/architecture.md")).toSorted(), known.toSorted())
  })
})

describe("docs/decisions", () => {
  it("has one decision for each number, each with its parts", () => {
    const decisions = globSync("docs/decisions/[0-9]*.md", { cwd: root })
    const numbers = decisions.map((file) => file.slice("docs/decisions/".length).slice(0, 4))
    assert.strictEqual(new Set(numbers).size, numbers.length)
    for (const [index, file] of decisions.entries()) {
      assert.match(read(file), new RegExp(`^# ${Number(numbers[index])}\\. `), file)
      assert.match(read(file), /^## Decision$/m, file)
    }
  })
})

describe.each(guides)("%s", (guide) => {
  const text = read(guide)

  it("links only to files that are there", () => {
    const links = all(text, /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)
    assert.deepStrictEqual(
      links.filter((link) => !existsSync(join(root, dirname(guide), link))),
      []
    )
  })

  it("links only to headings that are there", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)]
    const missing = links.filter(([, file, anchor]) => {
      const target = file === "" ? guide : join(dirname(guide), file!)
      return target.endsWith(".md") && !anchorsOf(read(target)).includes(anchor!)
    })
    assert.deepStrictEqual(
      missing.map(([link]) => link),
      []
    )
  })

  it("names only files that are there", () => {
    const paths = all(text, /(?<![\w./-])((?:packages|scripts|test|docs)\/[\w./-]*\w\.(?:tsx?|mjs|json|md))\b/g)
    assert.deepStrictEqual(isDecision(guide) ? [] : paths.filter((path) => !existsSync(join(root, path))), [])
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
