import { assert, describe, it } from "@effect/vitest"
import { ofStore } from "@fleet/server/platform/blobs/StoreUnavailable"
import { isUnavailable } from "@fleet/server/platform/http/unavailable"
import { Cause, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"

const failed = (code: string, _tag: "ConnectionError" | "UnknownError" = "UnknownError") => {
  const cause = Object.assign(new Error(`SQLSTATE ${code}`), { code })
  const reason =
    _tag === "ConnectionError" ? new SqlError.ConnectionError({ cause }) : new SqlError.UnknownError({ cause })
  return new SqlError.SqlError({ reason })
}

describe("an outage", () => {
  it("an outage is a database that is gone, out of room or read-only, and no mistake of a statement", () => {
    for (const code of ["08006", "53100", "53300", "57P01", "57P03", "58030", "25006"])
      assert.isTrue(isUnavailable(Cause.die(failed(code))), code)
    assert.isTrue(isUnavailable(Cause.die(failed("", "ConnectionError"))))
    for (const code of ["42601", "42P01", "23505", "22P02", "57014", ""])
      assert.isFalse(isUnavailable(Cause.die(failed(code))), code)
    assert.isFalse(isUnavailable(Cause.die(new Error("a mistake"))))
    assert.isFalse(isUnavailable(Cause.fail(failed("08006"))))
    assert.isFalse(isUnavailable(Cause.interrupt()))
    assert.isFalse(isUnavailable(Cause.combine(Cause.die(failed("08006")), Cause.die(new Error("a mistake")))))
  })

  it.effect("an outage is a store of files that refuses or has no room, told in its words", () =>
    Effect.gen(function* () {
      const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
      const exit = yield* Effect.exit(ofStore(() => Promise.reject(full)))
      assert.isTrue(Exit.isFailure(exit) && isUnavailable(exit.cause))
      assert.include(String(Exit.isFailure(exit) && Cause.squash(exit.cause)), "no space left on device")
      assert.strictEqual(yield* ofStore(() => Promise.resolve(1)), 1)
    })
  )
})
