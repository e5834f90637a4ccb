import { record } from "@fleet/bridge/conformance/rules/record"
import { rules } from "@fleet/bridge/conformance/rules/index"
import { conforms } from "@fleet/bridge/conformance/Report"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { failures, onTestClock, tryOwn } from "./support.ts"

/** Rules that need the simulated robot, each group on a bridge and a robot of its own so that they wait at the same time. */
const groups: ReadonlyArray<RegExp> = [
  /^(?:config|introspect|types)\./,
  /^(?:sample|publish)\./,
  /^link_mode\.dwell/,
  /^order\./,
  /^job\.(?:service|end_at_once|unknown_slug|rejected|progress|once|cancel|cancel_all|query|lost)$/,
  /^job\.(?:succeeded|aborted|service_timeout|goal_timeout|cancel_rejected|cancel_silent)$/,
  /^job\.limit$/,
  /^job\.(?:external|own_only|cancel_unknown)/,
  /^assets\./,
  /^(?:camera|snapshot|recording)\./,
  /^(?:backlog\.|link_mode\.first)/,
  /^job\.(?:active|end_kept|survives)$/
]
const always = record.map(({ id }) => id)

describe("our bridge", () => {
  it("our bridge is tried on every rule, here or on a clock of the test's own", () => {
    const elsewhere = new Set(onTestClock.map(({ id }) => id))
    for (const { id } of rules) {
      const count = groups.filter((group) => group.test(id)).length
      assert.isTrue(count === 1 || (count === 0 && elsewhere.has(id)), `${id} is tried ${count} times`)
    }
  })

  it.live(
    "our bridge keeps every rule of the protocol that needs a robot",
    () =>
      Effect.gen(function* () {
        const tried = yield* Effect.forEach(
          groups,
          (group) => tryOwn(rules.map(({ id }) => id).filter((id) => group.test(id) || always.includes(id))),
          { concurrency: 4 }
        )
        const results = tried.flat()
        assert.deepStrictEqual(failures(results), [])
        assert.isTrue(conforms(results))
        assert.isTrue(results.every(({ verdict }) => verdict === "passed"))
      }),
    600_000
  )
})
