import { Findings } from "@fleet/domain/RobotConfig/Findings"
import { Path } from "@fleet/domain/RobotConfig/Path"
import { assert, describe, it } from "@effect/vitest"

const at = Path.root.at("datapoints", "dp", "field")
const other = Path.root.at("messages", "halt")
const codes = (findings: Findings) => findings.issues.map(({ code, path }) => `${code} ${path}`)

describe("a finding", () => {
  it("a finding says where it is, in which exposure, and that it is an error", () => {
    const findings = new Findings()
    findings.add(at, "custom", "Wrong.")
    findings.add(other, "custom", "Odd.", { warning: true })
    assert.deepStrictEqual(findings.issues, [
      { path: "datapoints.dp.field", slug: "dp", code: "custom", message: "Wrong.", severity: "error" },
      { path: "messages.halt", slug: null, code: "custom", message: "Odd.", severity: "warning" }
    ])
  })

  it("a finding is kept once of a kind at a place, the first of them", () => {
    const findings = new Findings()
    findings.add(at, "custom", "First.")
    findings.add(at, "custom", "Second.")
    findings.add(at, "custom", "Third.", { warning: true })
    findings.add(at, "too_big", "Another kind.")
    findings.add(other, "custom", "Another place.")
    assert.deepStrictEqual(
      findings.issues.map(({ message }) => message),
      ["First.", "Another kind.", "Another place."]
    )
  })

  it("a finding that stands alone is kept where its place has no other", () => {
    const findings = new Findings()
    findings.add(at, "custom", "First.")
    findings.add(at, "too_big", "Not alone.", { alone: true })
    findings.add(other, "too_big", "Alone.", { alone: true })
    findings.add(other, "custom", "Beside it.")
    assert.deepStrictEqual(codes(findings), [
      "custom datapoints.dp.field",
      "too_big messages.halt",
      "custom messages.halt"
    ])
  })

  it("a finding of a kind is no place called like it", () => {
    const findings = new Findings()
    findings.add(Path.root.child("too_big x"), "custom", "First.")
    findings.add(Path.root.child("x"), "too_big", "Second.")
    assert.lengthOf(findings.issues, 2)
  })
})

describe("the findings", () => {
  it("the findings fail with the first error, whatever warnings there are", () => {
    const findings = new Findings()
    assert.isFalse(findings.failed)
    findings.add(at, "checks_skipped", "Not looked at.", { warning: true })
    assert.isFalse(findings.failed)
    findings.add(at, "custom", "Wrong.")
    assert.isTrue(findings.failed)
    findings.add(other, "custom", "Odd.", { warning: true })
    assert.isTrue(findings.failed)
  })

  it("the findings are full at four million characters of paths, and say so once", () => {
    const findings = new Findings()
    findings.add(Path.root.child("x".repeat(3_999_998)), "custom", "Long.")
    findings.add(Path.root.child("y"), "custom", "Short.")
    assert.isFalse(findings.full)
    findings.add(Path.root.child("y"), "custom", "Short, again.")
    assert.isFalse(findings.full)
    findings.add(Path.root.child("z"), "custom", "The last.", { warning: true })
    assert.isTrue(findings.full)
    findings.add(at, "custom", "Too late.")
    assert.deepStrictEqual(findings.issues.slice(1), [
      { path: "y", slug: null, code: "custom", message: "Short.", severity: "error" },
      { path: "z", slug: null, code: "custom", message: "The last.", severity: "warning" },
      {
        path: "(document)",
        slug: null,
        code: "custom",
        message: "There are more findings than can be listed.",
        severity: "error"
      }
    ])
  })
})
