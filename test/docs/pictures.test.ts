import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "../..")
const documents = ["README.md", ...globSync("docs/*.md", { cwd: root })]

/** The pictures that a document shows, below the repository. */
const picturesOf = (document: string): ReadonlyArray<string> =>
  [
    ...readFileSync(join(root, document), "utf8").matchAll(
      /(?:src|srcset)="([^":]+\.png)"|!\[[^\]]*\]\(([^):]+\.png)\)/g
    )
  ].map(([, tag, link]) => join(dirname(document), (tag ?? link)!))

describe("the pictures of README and docs", () => {
  it("begin README with the live page in both themes", () => {
    const [title, ...rest] = readFileSync(join(root, "README.md"), "utf8").split("\n## ")[0]!.split("<picture>")
    assert.isBelow(title!.split("\n").length, 8)
    assert.lengthOf(rest, 1)
    assert.match(rest[0]!, /prefers-color-scheme: dark\)" srcset="docs\/pictures\/live-dark\.png"/)
    assert.match(rest[0]!, /<img src="docs\/pictures\/live-light\.png" alt="[^"]{20,}"/)
  })

  it("are there, and weigh 250 KB at most", () => {
    const shown = [...new Set([...documents.flatMap(picturesOf), ...globSync("docs/pictures/*.png", { cwd: root })])]
    assert.isAbove(shown.length, 1)
    for (const picture of shown) assert.isAtMost(statSync(join(root, picture)).size, 250_000, picture)
  })
})
