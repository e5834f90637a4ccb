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

/** Ticks of a process, of all below it, and of every Postgres: what is stored is part of what is measured. */
export const ticksOf = (root: number, processes: ReadonlyArray<Process>): number => {
  const own = new Set([root, ...below(root, processes).map(({ pid }) => pid)])
  return processes
    .filter(({ name, pid }) => name === "postgres" || own.has(pid))
    .reduce((sum, { ticks }) => sum + ticks, 0)
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

const read = () => {
  try {
    return { own: ticksOf(process.pid, allProcesses()), ...parseMachine(readFileSync("/proc/stat", "utf8")) }
  } catch {
    return null
  }
}

/** Begins to watch what others do; the answer says what they did until it is called. */
export const watchOthers = (): (() => Around) => {
  const before = read()
  const load = loadavg()
  return () => {
    const after = read()
    const others =
      before === null || after === null
        ? null
        : Math.max(0, after.worked - before.worked - (after.own - before.own)) / Math.max(1, after.all - before.all)
    return { others_cpu: others, load_average: load, busy: others !== null && others > busyAbove }
  }
}

/** Whether the machine had other work when the bench began. */
export const startsBusy = (): boolean => loadavg()[0]! > cpus().length * 0.35
