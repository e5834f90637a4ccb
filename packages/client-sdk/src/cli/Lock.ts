import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import type { Exclusive } from "../session/Tabs.ts"
import { pause } from "../Timing.ts"
import { Failure } from "./Failure.ts"

const pollMs = 25
/** More than a refresh may take. */
const longestMs = 90_000

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

const take = async (path: string): Promise<boolean> => {
  try {
    await writeFile(path, String(process.pid), { flag: "wx", mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  }
}

const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "")

/** Removes the lock of a process that is gone. Moved away first: another one may have replaced it meanwhile. */
const breakStale = async (path: string): Promise<void> => {
  const holder = await read(path)
  if (!/^\d+$/.test(holder) || isAlive(Number(holder))) return
  const aside = `${path}.${process.pid}`
  await rename(path, aside).catch(() => {})
  if ((await read(aside)) === holder) await rm(aside, { force: true })
  else await rename(aside, path).catch(() => {})
}

/** One task at a time over all processes that share a file: a refresh token works once. */
export const fileExclusive = (path: string): Exclusive => {
  let last: Promise<unknown> = Promise.resolve()
  const alone = async <A>(task: () => Promise<A>): Promise<A> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    for (let waited = 0; !(await take(path)); waited += pollMs) {
      await breakStale(path)
      if (waited >= longestMs) throw new Failure(`Another process holds ${path}. Remove it if there is none.`)
      await pause(pollMs)
    }
    try {
      return await task()
    } finally {
      await rm(path, { force: true })
    }
  }
  return (_name, task) => {
    const turn = last.then(
      () => alone(task),
      () => alone(task)
    )
    last = turn.catch(() => {})
    return turn
  }
}
