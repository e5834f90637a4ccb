import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"
import type { Time } from "./budgets.ts"
import { timesOf } from "./slowest.ts"

/** What vitest's JSON report leaves out: how many errors came from outside the tests, and what each file took. */
export interface Recorded {
  readonly faults: number
  readonly times: ReadonlyArray<Time>
}

/** Writes it where FLEET_TEST_RECORD says. */
export default class Record implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>) {
    const recorded: Recorded = { faults: unhandled.length, times: timesOf(modules) }
    writeFileSync(process.env["FLEET_TEST_RECORD"] ?? "/dev/null", JSON.stringify(recorded))
  }
}
