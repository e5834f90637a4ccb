import { spawn } from "node:child_process"
import { watch } from "node:fs"

export interface Rebuilding {
  readonly folder: string
  /** Whether a change of this path, which is relative to the folder, needs a build. */
  readonly isWatched: (path: string) => boolean
  /** Builds, and prints what is wrong where it fails. */
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  /** Called after each build. */
  readonly onBuilt: (path: string, isFine: boolean) => void
}

/** An editor writes a file in several steps, and a checkout writes many files. Milliseconds. */
const settleMs = 150

/** Runs a program after each change of a file, one run at a time, until it is told to stop. */
export const rebuildOnChange = ({ command, folder, isWatched, onBuilt }: Rebuilding): (() => void) => {
  const [program, ...args] = command
  let isBuilding = false
  let next: string | null = null
  let timer: NodeJS.Timeout | undefined

  const build = (path: string) => {
    // What changes during a build is built after it.
    if (isBuilding) return void (next = path)
    isBuilding = true
    const child = spawn(program, args, { stdio: "inherit" })
    child.once("close", (code) => {
      isBuilding = false
      onBuilt(path, code === 0)
      const waiting = next
      next = null
      if (waiting !== null) build(waiting)
    })
  }
  const watcher = watch(folder, { recursive: true }, (_, path) => {
    if (path === null || !isWatched(path)) return
    clearTimeout(timer)
    timer = setTimeout(build, settleMs, path)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
