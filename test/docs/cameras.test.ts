import { LiveSessionReason } from "@fleet/domain/Cameras"
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const guide = readFileSync(join(root, "docs/cameras.md"), "utf8")

/** The words in code font at the beginning of each row of the table below a heading, but for its own. */
const rowsBelow = (heading: string) => {
  const [, part = ""] = guide.split(`## ${heading}\n`)
  const [, ...words] = [...part.split("\n## ")[0]!.matchAll(/^\| `(\w+)` \| \S.* \|$/gm)].map(([, word]) => word!)
  return words
}

describe("the guide of cameras", () => {
  it("has each reason for the end of a session", () => {
    assert.deepStrictEqual(rowsBelow("Why it has ended"), [...LiveSessionReason.literals])
  })

  it("has each code that the bridge gives for a camera", () => {
    const sources = globSync("packages/bridge/src/engine/cameras/**/*.ts", { cwd: root })
    const codes = sources.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/\bcode: "(\w+)"/g)].map(([, code]) => code!)
    )
    assert.sameMembers(rowsBelow("Why there is none"), [...new Set(codes)])
  })
})
