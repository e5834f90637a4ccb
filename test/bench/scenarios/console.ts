import { type OurFacts, robots as made } from "../servers/facts.ts"
import { stripVTControlCharacters } from "node:util"
import { figure, type Figures, measure, over, ratio, type Row, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import type { Plan } from "../support/Plan.ts"
import { type Program, start } from "../support/Program.ts"
import type { Target } from "../support/Targets.ts"

const robots = 1000
const crowdHz = 10
const slugs = Array.from({ length: 24 }, (_, index) => `fast_${index}`)
const chartHz = 20

const first = "first list, 1,000 robots"
const routes = "from page to page"
const crowd = "1,000 robots at 10 Hz, the list"
const written = "24 charts at 20 Hz, written by the loop"
const rendered = "24 charts at 20 Hz, each sample rendered by React"
const bare = "a bare page"
const memory = "24 charts at 20 Hz, memory"
const links = "a link that is lost"

/** What the first robot has: charts, and something to drive. */
const source = `platform: 1
datapoints:
  reading: {topic: /reading, type: std_msgs/msg/String, field: data}
${slugs.map((slug) => `  ${slug}: {topic: /fast, type: std_msgs/msg/Float64, field: data, rate_throttle_hz: ${chartHz}}`).join("\n")}
publishers:
  drive:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: { linear: { x: "\${forward}" }, angular: { z: "\${turn}" } }
    parameters:
      forward: { type: float64, default: 0, min_value: -1, max_value: 1 }
      turn: { type: float64, default: 0, min_value: -2, max_value: 2 }
    failsafe: { timeout_ms: 500, message: { linear: { x: 0 }, angular: { z: 0 } } }
    quiet_timeout_ms: 2000
`

const publish = async ({ ownerToken, robots: [one], url }: OurFacts): Promise<void> => {
  const at = `${url}/api/robots/${one!.id}/config`
  const headers = { authorization: `Bearer ${ownerToken}`, "content-type": "application/json" }
  await fetch(`${at}/draft`, { method: "PUT", headers, body: JSON.stringify({ source }) })
  const published = await fetch(`${at}/publish`, { method: "POST", headers })
  if (!published.ok) throw new Error(`publish: ${published.status} ${await published.text()}`)
}

/** What could not be measured is said, and the rest goes on. */
const trying = async (row: string, notes: Array<string>, run: () => Promise<ReadonlyArray<Row>>) => {
  try {
    return await run()
  } catch (error) {
    const why = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    notes.push(`Not measured: ${row}. ${why.split("\n    at ")[0]!.slice(0, 600)}`)
    return []
  }
}

/** Pages of the console in a browser on a computer that is four times slower. */
export const consolePage: Scenario = {
  name: "console",
  about: "the console in Chromium, four times slowed down",
  run: async (plan: Plan) => {
    const notes: Array<string> = []
    const rows: Array<Row> = []
    const page = await start("loads/consolePage.ts", { core: "any" })
    const players = await start("loads/consolePlayers.ts", { core: "any" })
    const one = (row: string, ask: () => Promise<Figures>, rounds = plan.rounds()) =>
      trying(row, notes, () => measure([{ name: row, run: ask }], rounds)).then((found) => rows.push(...found))
    const during = async (
      name: "crowd" | "charts",
      more: Readonly<Record<string, unknown>>,
      run: () => Promise<void>
    ) => {
      await players.ask(name, more)
      try {
        await run()
      } finally {
        await players.ask("stop")
      }
    }
    const served = (what: string, more: number, run: (facts: OurFacts) => Promise<void>) =>
      trying(what, notes, async () => {
        const server: Program<OurFacts> = await startOurs({ core: "any", more })
        try {
          await run(server.facts)
        } finally {
          await server.stop()
        }
        return []
      })
    const ms = plan.pick(6000, 4000)
    await served("1,000 robots", robots - made, (facts) =>
      during("crowd", { facts, robots, hz: crowdHz }, async () => {
        await one(first, () => page.ask("list", { facts }))
        await one(routes, () => page.ask("routes", { facts }))
        await one(crowd, () => page.ask("crowd", { facts, ms }))
      })
    )
    await served("24 charts", 0, async (facts) => {
      await publish(facts)
      const input = { facts, slug: slugs.at(-1), ms }
      await during("charts", { facts, slugs, hz: chartHz }, async () => {
        const subjects = [
          { name: written, run: () => page.ask<Figures>("charts", { ...input, mode: "production" }) },
          { name: rendered, run: () => page.ask<Figures>("charts", { ...input, mode: "rendered" }) },
          { name: bare, run: () => page.ask<Figures>("bare", input) }
        ]
        const all = await trying("the three pages in turn", notes, () => measure(subjects, plan.rounds()))
        rows.push(...all)
        if (all.length === 0) await one(written, subjects[0]!.run)
        const watchedMs = plan.memory === null ? plan.pick(90_000, 10_000) : plan.memory * 1000
        await one(memory, () => page.ask("memory", { ...input, ms: watchedMs }), 1)
        notes.push(`Memory was watched for ${watchedMs / 1000} s and is extrapolated to ten minutes.`)
        await one(links, () => page.ask("links", input), plan.rounds(3))
      })
    })
    notes.push(
      "Script is the processor time of the page's thread between two animation frames, by Chromium's trace. Painting is done by the processor here.",
      "Texts that changed are counted in each run; below 5 a second nothing is measured."
    )
    return {
      rows,
      notes,
      ratios: { ...ratio(rows, "script_ms_per_s", written, rendered), ...ratio(rows, "still_fps", written, rendered) }
    }
  }
}

const bar = (what: string, row: string, name: string, reach: Target["reach"], unit = ""): Target => ({
  what: `Console, ${what}`,
  scenario: "console",
  measured: (rows) => figure(rows, row, name),
  reach,
  unit
})
const atMost = (what: string, row: string, name: string, most: number, unit = " ms") =>
  bar(what, row, name, { atMost: most }, unit)

/** What pages of the console are to reach. */
export const consoleTargets: ReadonlyArray<Target> = [
  atMost("scripts to the first list", first, "scripts_kib", 165, " KiB"),
  atMost("styles to the first list", first, "styles_kib", 20, " KiB"),
  atMost("usable", first, "usable_ms", 1200),
  atMost("usable, from its cache", first, "usable_from_cache_ms", 600),
  atMost("layout shift after the first row", first, "shift_after_row", 0, ""),
  atMost("from page to page, median", routes, "route_p50_ms", 100),
  atMost("1,000 at 10 Hz, script a frame, p95", crowd, "script_p95_ms", 4),
  atMost("1,000 at 10 Hz, tasks over 50 ms", crowd, "long_tasks", 0, ""),
  bar("1,000 at 10 Hz, frames a second while scrolled", crowd, "scroll_fps", { atLeast: 55 }),
  atMost("1,000 at 10 Hz, key to rows, p75", crowd, "key_p75_ms", 100),
  atMost("24 charts at 20 Hz, script a frame, p95", written, "script_p95_ms", 4),
  atMost("24 charts at 20 Hz, tasks over 50 ms", written, "long_tasks", 0, ""),
  bar("24 charts at 20 Hz, frames a second", written, "still_fps", { atLeast: 55 }),
  {
    what: "Console, 24 charts at 20 Hz, script, of one render a sample",
    scenario: "console",
    measured: (rows) => over(rows, "script_ms_per_s", written, rendered),
    reach: { atMost: 1 }
  },
  atMost("memory in ten minutes", memory, "in_10_min_mb", 5, " MB"),
  atMost("a closed link is said", links, "closed_said_ms", 2000),
  atMost("a silent link is said", links, "silent_said_ms", 10_000),
  atMost("a silent link is said to who drives", links, "driving_said_ms", 2000),
  atMost("old values shown as new after a lost link", links, "old_as_new", 0, "")
]
