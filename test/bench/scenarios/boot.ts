import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startDemo } from "../support/Demo.ts"
import { type Figures, measure, type Scenario } from "../support/Measure.ts"
import { removable } from "../support/Program.ts"
import { sleep } from "../support/Schedule.ts"

const healthy = async (url: string) => {
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok === true) return
    await sleep(20)
  }
}

/** Starts the service with its demo, and stops it once data flows. */
const boot = async (folder: string): Promise<Figures> => {
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const { flowing, stop, url } = await startDemo(folder)
  const flowed = flowing.then(since)
  const health = healthy(url).then(since)
  const [healthySeconds, flowingSeconds] = await Promise.all([Promise.race([health, flowed]), flowed])
  const stopping = performance.now()
  await stop()
  return { healthy_s: healthySeconds, first_sample_s: flowingSeconds, stop_s: (performance.now() - stopping) / 1000 }
}

export const bootTime: Scenario = {
  name: "boot",
  about: "seconds until /healthz answers, until both simulated robots' data flows, and to stop",
  run: async (plan) => {
    const folder = await mkdtemp(join(tmpdir(), "fleet-bench-boot-"))
    const remove = removable(() => rm(folder, { recursive: true, force: true }))
    let runs = 0
    const fresh = () => boot(join(folder, String(runs++)))
    const rows = await measure(
      [
        { name: "fresh data folder", run: fresh },
        { name: "existing data folder", run: () => boot(join(folder, String(runs - 1))) }
      ],
      plan.rounds(3)
    )
    await remove()
    return { rows, notes: ["On both cores, beside its two simulators and their bridges."], ratios: {} }
  }
}
