import { spawnSync } from "node:child_process"

/** Seeds that one process runs: what killed services leave in memory goes with it. */
export const batchSize = 200

/** Runs many seeds, one process after the other; answers how many processes found something. */
export const runInBatches = (program: string, first: number, count: number, options: ReadonlyArray<string>): number => {
  let failed = 0
  for (let from = first; from < first + count; from += batchSize) {
    const seeds = Math.min(batchSize, first + count - from)
    const args = [...process.execArgv, program, "--from", String(from), "--seeds", String(seeds), ...options]
    if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0) failed++
  }
  return failed
}
