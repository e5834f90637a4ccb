import { readFileSync } from "node:fs"

/** What is in memory of a process, in bytes; null where the system does not tell or it has ended. */
export const residentBytes = (pid: number) => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) * 1024
    return { rss: bytes("Rss"), pss: bytes("Pss"), anonymous: bytes("Anonymous") }
  } catch {
    return null
  }
}
