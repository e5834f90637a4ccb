import { assert, describe, it, layer } from "@effect/vitest"
import { Findings, listedIssues, maxIssues } from "@fleet/domain/RobotConfig/Findings"
import { Path } from "@fleet/domain/RobotConfig/Path"
import { Effect } from "effect"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aRobot } from "../jobs/world.ts"

const unknownKeys = (count: number) =>
  `platform: 1\n${Array.from({ length: count }, (_, index) => `k${index}: 1`).join("\n")}\n`

describe("the issues of a text", () => {
  it("the issues of a text are the first 200, and the others are counted by their severity", () => {
    const findings = new Findings()
    const add = (index: number, warning: boolean) =>
      findings.add(Path.root.child(`k${index}`), "custom", "Wrong.", warning ? { warning: true } : {})
    for (let index = 0; index < maxIssues; index++) add(index, true)
    assert.notProperty(listedIssues(findings.found.all), "more")
    assert.isFalse(findings.failed)
    for (let index = maxIssues; index < 2 * maxIssues + 1; index++) add(index, false)
    assert.isTrue(findings.failed)
    assert.deepStrictEqual([findings.issues.length, findings.found.all.more], [200, 201])
    assert.deepStrictEqual([findings.found.errors.issues.length, findings.found.errors.more], [200, 1])
  })

  it("the issues of a text go on from what was found before", () => {
    const before = new Findings()
    for (let index = 0; index < 250; index++) before.add(Path.root.child(`k${index}`), "custom", "Wrong.")
    const findings = new Findings(structuredClone(before.found))
    findings.add(Path.root.child("k0"), "custom", "Again.")
    findings.add(Path.root.child("other"), "custom", "Wrong.")
    assert.strictEqual(findings.found.all.more, 51)
    assert.isTrue(findings.failed)
  })
})

layer(TestApp, { timeout: "60 seconds" })("a draft with many issues", (it) => {
  it.effect("a draft with many issues lists 200 of them and says how many more, at each answer that has some", () =>
    Effect.gen(function* () {
      const { as, path } = yield* aRobot
      const draft = `${path}/config/draft`
      const put = (source: string) => call("PUT", draft, { as, body: { source } })
      // One more is that the checks against the robot were skipped.
      const few = yield* put(unknownKeys(199))
      assert.lengthOf(few.body.issues, 200)
      assert.notProperty(few.body, "more")
      const many = yield* put(unknownKeys(90_000))
      assert.deepStrictEqual([many.status, many.body.issues.length, many.body.more], [200, 200, 89_801])
      assert.isBelow(JSON.stringify(many.body).length, 1_100_000)

      const read = yield* call("GET", draft, { as })
      assert.deepStrictEqual(read.body, many.body)
      const published = yield* call("POST", `${path}/config/publish`, { as })
      assert.deepStrictEqual([published.status, published.body.code], [422, "draft_not_a_document"])
      assert.deepStrictEqual([published.body.details.issues.length, published.body.details.more], [200, 89_801])
    })
  )

  it.effect("a draft with many wrong names is refused at its publish with 200 errors, and how many more", () =>
    Effect.gen(function* () {
      const { as, path } = yield* aRobot
      const parameters = (at: number) =>
        Array.from({ length: 50 }, (_, index) => `p${at}_${index}: {type: int32}`).join(", ")
      const actions = Array.from(
        { length: 5 },
        (_, at) => `  a${at}: {ros_name: /a, type: a/action/A, parameters: {${parameters(at)}}}`
      )
      yield* call("PUT", `${path}/config/draft`, {
        as,
        body: { source: `platform: 1\nactions:\n${actions.join("\n")}\n` }
      })
      const published = yield* call("POST", `${path}/config/publish`, { as })
      assert.deepStrictEqual([published.status, published.body.code], [422, "validation_error"])
      const { issues, more } = published.body.details
      assert.deepStrictEqual([issues.length, more], [200, 50])
      assert.isTrue(issues.every(({ severity }: { severity: string }) => severity === "error"))
    })
  )
})
