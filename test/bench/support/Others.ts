import { readFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { allProcesses, below, type Process } from "./Processes.ts"

/** Above this share of the machine that others used, figures are marked. */
export const busyAbove = 0.05

/** What else went on while something was measured. */
export interface Around {
  /** Share of the whole machine that processes which are not the bench's used, and its hypervisor took; null where unknown. */
  readonly others_cpu: number | null
  readonly load_average: ReadonlyArray<number>
  readonly busy: boolean
}

/** A process, all below it, and every Postgres: what is stored is part of what is measured. */
const ownOf = (root: number, processes: ReadonlyArray<Process>): ReadonlyArray<Process> => {
  const own = new Set([root, ...below(root, processes).map(({ pid }) => pid)])
  return processes.filter(({ name, pid }) => name === "postgres" || own.has(pid))
}

/**
 * Ticks that the bench's processes have used, from looks at all processes. Those that ended count as they were seen last: who
 * is killed is not always waited for, Chromium's pages are not, and then nobody else has their ticks.
 */
export class OwnTicks {
  readonly #root: number
  readonly #seen = new Map<number, number>()
  #sum = 0

  constructor(root: number) {
    this.#root = root
  }

  /** Answers the ticks up to this look. */
  look(processes: ReadonlyArray<Process>): number {
    const own = ownOf(this.#root, processes)
    for (const { alone, pid } of own) this.#seen.set(pid, alone)
    const seen = [...this.#seen.values()].reduce((sum, ticks) => sum + ticks, 0)
    const waitedFor = own.reduce((sum, { ticks }) => sum + ticks, 0)
    // Each of the two leaves something out: who came and went between two looks, and who was not waited for.
    this.#sum = Math.max(this.#sum, seen, waitedFor)
    return this.#sum
  }
}

/** Ticks all processors have worked, those that were stolen included, without the kernel's interrupts; and all there were. */
export const parseMachine = (text: string): { readonly worked: number; readonly all: number } => {
  const [user, nice, system, idle, iowait, irq, softirq, steal] = text
    .split("\n", 1)[0]!
    .split(/\s+/)
    .slice(1, 9)
    .map(Number) as [number, number, number, number, number, number, number, number]
  const worked = user + nice + system + steal
  return { worked, all: worked + idle + iowait + irq + softirq }
}

const read = (own: OwnTicks) => {
  try {
    return { own: own.look(allProcesses()), ...parseMachine(readFileSync("/proc/stat", "utf8")) }
  } catch {
    return null
  }
}

const lookEveryMs = 500

/** Begins to watch what others do; the answer says what they did until it is called. */
export const watchOthers = (): (() => Around) => {
  const own = new OwnTicks(process.pid)
  const before = read(own)
  const load = loadavg()
  const looking = setInterval(() => read(own), lookEveryMs).unref()
  return () => {
    clearInterval(looking)
    const after = read(own)
    const others =
      before === null || after === null
        ? null
        : Math.max(0, after.worked - before.worked - (after.own - before.own)) / Math.max(1, after.all - before.all)
    return { others_cpu: others, load_average: load, busy: others !== null && others > busyAbove }
  }
}

/** Whether the machine had other work when the bench began. */
export const startsBusy = (): boolean => loadavg()[0]! > cpus().length * 0.35
