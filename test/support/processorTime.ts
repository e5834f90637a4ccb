import { readFileSync } from "node:fs"
import { afterAll } from "vitest"
import { endFile } from "./atFileEnd.ts"

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of a file, in milliseconds: of the process with all its threads, and of the programs that ended. */
    processorMs?: number
  }
}

/** Processor time of ended children and theirs; 0 where the system does not say. */
const ofChildren = (): number => {
  try {
    const [, numbers = ""] = readFileSync("/proc/self/stat", "utf8").split(") ")
    const fields = numbers.split(" ")
    // In hundredths of a second.
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return 0
  }
}

const own = process.cpuUsage()
const children = ofChildren()

// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a hook asks for: nothing.
afterAll(async ({}, { file }) => {
  await endFile()
  const { system, user } = process.cpuUsage(own)
  file.meta.processorMs = Math.round((user + system) / 1000) + ofChildren() - children
})
