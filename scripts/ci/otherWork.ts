import { readFileSync } from "node:fs"
import { cpus } from "node:os"

/** Processor time of all that this process started and that ended, in milliseconds; null where the system does not say. */
const ofChildrenMs = (): number | null => {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)!.split(" ")
    // In hundredths of a second: what ended children used, theirs included.
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return null
  }
}

const busyMs = (): number => cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)

/** Starts to watch what else the computer does; answers how many processors other work kept busy meanwhile, or null. */
export const watchOtherWork = (): (() => number | null) => {
  const [beganMs, busyBefore, ownBefore] = [performance.now(), busyMs(), ofChildrenMs()]
  return () => {
    const own = ofChildrenMs()
    if (own === null || ownBefore === null) return null
    return Math.max(0, busyMs() - busyBefore - (own - ownBefore)) / (performance.now() - beganMs)
  }
}
