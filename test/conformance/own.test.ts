import { rules } from "@fleet/bridge/conformance/rules/index"
import { conforms } from "@fleet/bridge/conformance/Report"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { failures, tryOwn } from "./support.ts"

/** Rules that wait for others to be over, apart so that they wait at the same time. */
const groups: ReadonlyArray<RegExp> = [
  /^(?:hello|ping|frames|snapshot)\.|^link_mode\.(?!first)/,
  /^(?:config|introspect|types|camera|assets|sample|publish)\./,
  /^job\.(?!active|end_kept|survives)/,
  /^(?:backlog\.|link_mode\.first|job\.active)/,
  /^job\.(?:end_kept|survives)/,
  /^reconnect\./,
  /^final\.(?:superseded|deleted)/,
  /^final\.(?!superseded|deleted)/
]

describe("our bridge", () => {
  it("our bridge is tried on each rule once", () => {
    for (const { id } of rules)
      assert.lengthOf(
        groups.filter((group) => group.test(id)),
        1,
        id
      )
  })

  it.live(
    "our bridge keeps every rule of the protocol that can be tried in less than a minute",
    () =>
      Effect.gen(function* () {
        const tried = yield* Effect.forEach(
          groups,
          (group) => tryOwn(rules.map(({ id }) => id).filter((id) => group.test(id))),
          { concurrency: groups.length }
        )
        const results = tried.flat()
        assert.deepStrictEqual(failures(results), [])
        assert.isTrue(conforms(results))
        const notTried = results.filter(({ verdict }) => verdict === "not run").map(({ rule }) => rule.id)
        // links.test.ts tries these on a clock of its own.
        assert.deepStrictEqual(notTried, [
          "hello.waits",
          "reconnect.silence",
          "reconnect.bridge_too_old",
          "reconnect.protocol_mismatch"
        ])
      }),
    600_000
  )
})
