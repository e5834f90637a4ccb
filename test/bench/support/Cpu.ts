import { readFileSync } from "node:fs"

/** Clock ticks of /proc a second. */
const ticks = 100

/** Processor seconds that a process has used; 0 where the system does not tell. */
export const cpuSeconds = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")
    return (Number(fields[11]) + Number(fields[12])) / ticks
  } catch {
    return 0
  }
}

/** What a stretch of work cost: shares of a core, and the server's microseconds for each operation. */
export interface Cost {
  readonly server_cpu: number
  readonly load_cpu: number
  readonly server_us_each: number
}

/** Begins to count the processor time of a server and of this process, its load. */
export const costs = (serverPid: number): ((operations: number) => Cost) => {
  const [server, load, began] = [cpuSeconds(serverPid), cpuSeconds(process.pid), performance.now()]
  return (operations) => {
    const seconds = (performance.now() - began) / 1000
    const used = cpuSeconds(serverPid) - server
    return {
      server_cpu: used / seconds,
      load_cpu: (cpuSeconds(process.pid) - load) / seconds,
      server_us_each: (used * 1e6) / operations
    }
  }
}
