import { RecordingErrorCode } from "@fleet/domain/Recordings"
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const read = (file: string) => readFileSync(join(import.meta.dirname, "../../docs", file), "utf8")

/** The words in code font of a text. */
const wordsOf = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, word]) => word!)

describe("the codes of failed recordings", () => {
  const { literals: codes } = RecordingErrorCode

  it("are those of the guide, each with its meaning", () => {
    const rows = [...read("recordings.md").matchAll(/^\| `(\w+)` +\| \S.* \|$/gm)].map(([, code]) => code!)
    assert.deepStrictEqual(rows, [...codes])
  })

  it("are those of the decision", () => {
    const [, list = ""] = /^- The codes are ([^;]+);/m.exec(read("decisions/0064-flight-recorder.md")) ?? []
    assert.deepStrictEqual(wordsOf(list), [...codes])
  })
})
