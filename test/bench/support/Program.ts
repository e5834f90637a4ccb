import { spawn, spawnSync } from "node:child_process"
import { cpus } from "node:os"
import { fileURLToPath } from "node:url"
import type { Answer } from "./Answers.ts"
import { bunBinary } from "./Bun.ts"
import { cpuSeconds } from "./Cpu.ts"
import { allProcesses, below } from "./Processes.ts"

/** Where a program runs: servers have one core, loads another. */
export type Core = "server" | "load" | "any"

/** Whether processes can be held to a core here. */
export const pinning = spawnSync("taskset", ["-c", "0", "true"]).status === 0 && cpus().length > 1

const cores = { server: "0", load: "1" }

/** A command line held to a core where the machine can. */
export const pinned = (core: Core, command: string, args: ReadonlyArray<string>): readonly [string, Array<string>] =>
  core === "any" || !pinning ? [command, [...args]] : ["taskset", ["-c", cores[core], command, ...args]]

/** A child program; see Answers. */
export interface Program<Facts> {
  readonly pid: number
  readonly facts: Facts
  readonly ask: <A>(name: string, argument?: unknown) => Promise<A>
  readonly stop: () => Promise<void>
  /** Ends it as a fault would, without a word to it. */
  readonly kill: () => Promise<void>
}

type Stop = () => Promise<void>

const programs = new Set<Stop>()
/** Databases and folders, which programs use until they have ended. */
const places = new Set<Stop>()

/** Stops what is still running, then removes what it ran on. */
export const stopAll = async () => {
  for (const kept of [programs, places]) await Promise.all([...kept].map((stop) => stop()))
}

const once = (kept: Set<Stop>, stop: Stop): Stop => {
  let stopped: Promise<void> | undefined
  const stopOnce = () => {
    kept.delete(stopOnce)
    return (stopped ??= stop())
  }
  kept.add(stopOnce)
  return stopOnce
}

/** Remembers a way to stop a program, so that `stopAll` finds it; answers with one that stops once, for all who ask. */
export const stoppable = (stop: Stop): Stop => once(programs, stop)

/** The same for a database or folder, which goes after all programs. */
export const removable = (remove: Stop): Stop => once(places, remove)

/** Holds a process that runs, with its threads and children, to a core. */
const pin = (core: Core, pid: number) => {
  if (core === "any" || !pinning) return
  for (const each of [pid, ...below(pid, allProcesses()).map((child) => child.pid)]) {
    spawnSync("taskset", ["-a", "-c", "-p", cores[core], String(each)])
  }
}

export interface StartOptions {
  readonly core: Core
  /** Where it starts, if not on its core: a start on both takes less time, and nothing is measured meanwhile. */
  readonly startsOn?: Core
  readonly env?: Readonly<Record<string, string>>
  readonly nodeArgs?: ReadonlyArray<string>
  /** Which program runs the file. */
  readonly runtime?: "node" | "bun"
}

/** Starts a program of this folder and waits until it is ready. `BENCH_PROFILE` names a folder for CPU profiles of servers. */
export const start = async <Facts>(
  file: string,
  { core, env, nodeArgs = [], runtime = "node", startsOn = core }: StartOptions
): Promise<Program<Facts>> => {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  const profiles = process.env["BENCH_PROFILE"]
  const profiling = profiles === undefined || core === "load" ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`]
  if (runtime === "bun" && bunBinary() === null) throw new Error("Bun is missing")
  const [command, args] =
    runtime === "bun"
      ? pinned(startsOn, bunBinary()!, ["run", path])
      : pinned(startsOn, process.execPath, ["--no-warnings", ...profiling, ...nodeArgs, path])
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...env }
  })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  let stopping = false
  const stop = stoppable(async () => {
    stopping = true
    child.kill("SIGTERM")
    const kill = setTimeout(() => child.kill("SIGKILL"), 12_000)
    await ended
    clearTimeout(kill)
  })
  const facts = await new Promise<unknown>((resolve, reject) => {
    child.once("exit", (code, signal) => {
      const error = new Error(`${file} ended: ${code ?? signal}`)
      reject(error)
      for (const { reject: give } of waiting.values()) give(error)
      if (!stopping) console.error(error.message)
    })
    child.on("message", (message) => {
      const said = message as Answer
      if (said.kind === "ready") return resolve(said.facts)
      const question = waiting.get(said.id)
      waiting.delete(said.id)
      if (said.kind === "answer") question?.resolve(said.value)
      else question?.reject(new Error(`${file}: ${said.message}`))
    })
  })
  if (startsOn !== core) pin(core, child.pid!)
  let last = 0
  return {
    pid: child.pid!,
    facts: facts as Facts,
    stop,
    kill: async () => {
      stopping = true
      child.kill("SIGKILL")
      await ended
    },
    ask: <A>(name: string, argument?: unknown) =>
      new Promise<A>((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        child.send({ id, name, argument })
      })
  }
}

/** Runs something and tells what share of a core some processes used meanwhile. */
export const withCpu = async <A, const Names extends Readonly<Record<string, number>>>(
  pids: Names,
  work: () => Promise<A>
): Promise<A & { readonly [K in keyof Names]: number }> => {
  const used = () => Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)] as const)
  const before = new Map(used())
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  const shares = used().map(([name, now]) => [name, (now - before.get(name)!) / seconds] as const)
  return { ...result, ...(Object.fromEntries(shares) as { [K in keyof Names]: number }) }
}
