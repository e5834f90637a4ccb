import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The lanes of the tests: what the name of a test file says of it. docs/development.md tells which runs when. */
export const lanes = ["plain", "pg", "program"] as const
export type Lane = (typeof lanes)[number]

/** The lane of a test file. */
export const laneOf = (file: string): Lane => {
  const suffix = /\.(pg|program)\.test\.ts$/.exec(file)?.[1]
  return suffix === "pg" || suffix === "program" ? suffix : "plain"
}

/** Modules with which a test starts a process, a browser or the simulated robots, which move in real time. */
const starters =
  /^(?:(?:node:)?(?:child_process|cluster)|playwright-core|@fleet\/bridge\/simulator\/(?:Simulator|main)|@fleet\/server\/main)$/

const statement =
  /^(?:import|export)\s+(?!type\s)(?:([^"';]*?)\s*from\s+)?"([^"]+)"|\bimport\((?:\/\*.*?\*\/\s*)?"([^"]+)"\)/gm

/** A module that is imported for its types alone is gone when the file runs. */
const isErased = (names: string | undefined): boolean => {
  const braced = /^\{(.*)\}$/s.exec(names?.trim() ?? "")?.[1]
  if (braced === undefined) return false
  const each = braced.split(",").flatMap((name) => name.trim() || [])
  return each.length > 0 && each.every((name) => name.startsWith("type "))
}

const imported = (file: string): ReadonlyArray<string> =>
  [...readFileSync(file, "utf8").matchAll(statement)].flatMap(([, names, whole, dynamic]) =>
    isErased(names) ? [] : [whole ?? dynamic!]
  )

const known = new Map<string, ReadonlySet<string>>()

/**
 * The files, this one or helpers in `test` that it imports, which import what starts a program. Helpers in `harmless`, by
 * the end of their path, are not looked into.
 */
export const startersOf = (file: string, harmless: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = known.get(file)
  if (found !== undefined) return found
  const starting = new Set<string>()
  known.set(file, starting)
  if (harmless.some((end) => file.endsWith(end))) return starting
  for (const name of imported(file)) {
    if (starters.test(name)) starting.add(file)
    const helper = name.startsWith(".") ? join(dirname(file), name) : ""
    if (!helper.includes("/test/") || !existsSync(helper)) continue
    for (const each of startersOf(helper, harmless)) starting.add(each)
  }
  return starting
}
