import type { OurFacts } from "../servers/facts.ts"
import { type Figures, measure, ratio, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import type { Plan } from "../support/Plan.ts"
import { start } from "../support/Program.ts"

const written = "24 charts at 20 Hz, written by the loop"
const rendered = "24 charts at 20 Hz, each sample rendered by React"

/** The live page of a robot in a browser on a machine four times slower, beside a build that renders each sample. */
export const consolePage: Scenario = {
  name: "console",
  about: "the console's live page in Chromium, four times slowed down",
  run: async (plan: Plan) => {
    const ms = plan.pick(10_000, 4_000)
    const server = await startOurs()
    const load = await start("loads/consolePage.ts", { core: "load" })
    const facts: OurFacts = server.facts
    await load.ask("begin", { facts })
    const sizes: Figures = await load.ask("sizes", {})
    const rows = await measure(
      [
        { name: written, run: () => load.ask("watch", { mode: "production", ms }) },
        { name: rendered, run: () => load.ask("watch", { mode: "rendered", ms }) }
      ],
      plan.rounds()
    )
    await load.ask("end", {})
    return {
      rows: [{ name: "scripts and styles to the first list, gzip", median: sizes, runs: [sizes] }, ...rows],
      notes: ["A value on the page changed in every second that was measured, or the run fails."],
      ratios: {
        ...ratio(rows, "script_ms_per_s", written, rendered),
        ...ratio(rows, "fps", written, rendered)
      }
    }
  }
}
