import { spawn } from "node:child_process"
import { mkdir, readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { type Figures, medians, type Outcome, type Row } from "./Measure.ts"
import type { Plan } from "./Plan.ts"
import { stoppable } from "./Program.ts"

const here = fileURLToPath(new URL("../../..", import.meta.url))

/** One run of one scenario in a checkout with its dependencies installed, in processes of its own. */
const runIn = async (folder: string, scenario: string, quick: boolean): Promise<Outcome> => {
  await mkdir(join(folder, "bench-results"), { recursive: true })
  const args = ["--no-warnings", "test/bench/main.ts", "--runs", "1", ...(quick ? ["--quick"] : []), scenario]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = new Promise<number | null>((resolveCode) => child.once("exit", resolveCode))
  const stop = stoppable(async () => {
    child.kill("SIGTERM")
    await ended
  })
  let said = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text))
  const code = await ended
  await stop()
  const written = /Written to (bench-results\/\S+)/.exec(said)?.[1]
  if (code !== 0 || written === undefined) throw new Error(`${scenario} in ${folder} ended with ${code}:\n${said}`)
  return JSON.parse(await readFile(join(folder, written), "utf8")).scenarios[scenario] as Outcome
}

const rateFigures = /_per_s$/

/** Each rate and median time of a row here over that there. Those of the peers say how alike the two runs were. */
const ratiosOf = (rows: ReadonlyArray<Row>, names: ReadonlyArray<string>) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const figures = (side: string): Figures => rows.find((row) => row.name === `${side}: ${name}`)?.median ?? {}
      const [ours, theirs] = [figures("here"), figures("there")]
      return Object.keys(ours)
        .filter((figure) => rateFigures.test(figure) || ["p50_ms", "server_us_each"].includes(figure))
        .map((figure) => [`${figure}: ${name}, here / there`, ours[figure]! / theirs[figure]!])
    })
  )

/**
 * The same scenario here and in another checkout, in turn in each round; medians of the rounds. A checkout from before
 * there was --quick needs a run without it, and measures for as long as it did then.
 */
export const besideCheckout = async (folder: string, scenario: string, plan: Plan): Promise<Outcome> => {
  const sides = [
    { side: "here", path: here, outcomes: [] as Array<Outcome> },
    { side: "there", path: resolve(folder), outcomes: [] as Array<Outcome> }
  ]
  for (let round = 0; round < plan.rounds(); round++) {
    for (const { outcomes, path } of sides) outcomes.push(await runIn(path, scenario, plan.quick))
  }
  const rowsOf = (index: number) => sides[index]!.outcomes[0]!.rows.map(({ name }) => name)
  // A scenario may have changed: what only one side measured has no other to be held against.
  const names = rowsOf(0).filter((name) => rowsOf(1).includes(name))
  const rows = names.flatMap((name) =>
    sides.map(({ outcomes, side }) => {
      const runs = outcomes.flatMap((outcome) =>
        outcome.rows.filter((row) => row.name === name).map((row) => row.median)
      )
      return { name: `${side}: ${name}`, runs, median: medians(runs) }
    })
  )
  return { rows, notes: ["here is this checkout, there the one given with --against"], ratios: ratiosOf(rows, names) }
}
