import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { type Figures, measure, type Scenario } from "../support/Measure.ts"
import { freePort } from "../support/Nats.ts"
import { stoppable } from "../support/Program.ts"

const entry = fileURLToPath(new URL("../../../packages/server/src/main.ts", import.meta.url))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const healthy = async (url: string) => {
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok === true) return
    await sleep(20)
  }
}

/** Starts the service with its demo, and stops it once data flows. */
const boot = async (folder: string): Promise<Figures> => {
  const port = await freePort()
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const child = spawn(process.execPath, [entry], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(port),
      FLEET_DATA: folder,
      DATABASE_URL: "",
      LOG_LEVEL: "error"
    }
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = stoppable(async () => {
    child.kill("SIGTERM")
    await ended
  })
  const flowing = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("Data flows")) resolve(since())
    })
    child.once("exit", () => reject(new Error("the service ended before data flowed")))
  })
  const health = healthy(`http://127.0.0.1:${port}`).then(since)
  const [healthySeconds, flowingSeconds] = await Promise.all([Promise.race([health, flowing]), flowing])
  const stopping = performance.now()
  await stop()
  return { healthy_s: healthySeconds, first_sample_s: flowingSeconds, stop_s: (performance.now() - stopping) / 1000 }
}

export const bootTime: Scenario = {
  name: "boot",
  about: "seconds until /healthz answers, until both simulated robots' data flows, and to stop",
  run: async (rounds) => {
    const folder = await mkdtemp(join(tmpdir(), "fleet-bench-boot-"))
    const remove = stoppable(() => rm(folder, { recursive: true, force: true }))
    let runs = 0
    const fresh = () => boot(join(folder, String(runs++)))
    const rows = await measure(
      [
        { name: "fresh data folder", run: fresh },
        { name: "existing data folder", run: () => boot(join(folder, String(runs - 1))) }
      ],
      Math.min(rounds, 3)
    )
    await remove()
    return { rows, notes: ["On both cores, beside its two simulators and their bridges."], ratios: {} }
  }
}
