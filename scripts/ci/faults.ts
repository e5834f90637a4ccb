import { writeFileSync } from "node:fs"
import type { Reporter } from "vitest/node"

/** Writes how many errors came from outside the tests, which vitest's JSON report leaves out. */
export default class Faults implements Reporter {
  onTestRunEnd(_: unknown, unhandled: ReadonlyArray<unknown>) {
    writeFileSync(process.env["FLEET_TEST_FAULTS"] ?? "/dev/null", String(unhandled.length))
  }
}
