import { readdirSync, readFileSync } from "node:fs"

/** A process of the machine. */
export interface Process {
  readonly pid: number
  readonly parent: number
  readonly name: string
  /** Clock ticks of itself and of the children it has waited for. */
  readonly ticks: number
  /** Clock ticks of itself. */
  readonly alone: number
}

/** A process by the text of /proc/<pid>/stat; null for a text that is none. */
export const parseStat = (text: string): Process | null => {
  const found = /^(\d+) \((.*)\) (.+)$/s.exec(text)
  if (found === null) return null
  const fields = found[3]!.split(" ")
  const sumOf = (...places: ReadonlyArray<number>) => places.reduce((sum, place) => sum + Number(fields[place]), 0)
  return {
    pid: Number(found[1]),
    parent: Number(fields[1]),
    name: found[2]!,
    ticks: sumOf(11, 12, 13, 14),
    alone: sumOf(11, 12)
  }
}

const read = (pid: string): ReadonlyArray<Process> => {
  try {
    const known = parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"))
    return known === null ? [] : [known]
  } catch {
    return []
  }
}

/** What runs now; fails where there is no /proc. */
export const allProcesses = (): ReadonlyArray<Process> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(read)

/** The processes below one, itself not. */
export const below = (root: number, processes: ReadonlyArray<Process>): ReadonlyArray<Process> => {
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const from = (pid: number): ReadonlyArray<Process> =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...from(child.pid)])
  return from(root)
}
