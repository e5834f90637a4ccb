import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { watch } from "node:fs"

export interface Restarting {
  readonly folder: string
  /** Whether a change of this path, which is relative to the folder, restarts the program. */
  readonly isWatched: (path: string) => boolean
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  readonly env: NodeJS.ProcessEnv
}

/** An editor writes a file in several steps, and a checkout writes many files. Milliseconds. */
const settleMs = 150

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/**
 * Runs a program, and runs it again after each change of a file, until this process is told to stop or the program ends
 * by itself with code 0. One that fails waits for the next change.
 */
export const restartOnChange = async ({ command, env, folder, isWatched }: Restarting): Promise<void> => {
  const [program, ...args] = command
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  let child: ChildProcess
  let isRestarting = false
  let isStopping = false
  let timer: NodeJS.Timeout | undefined

  const start = () => {
    child = spawn(program, args, { stdio: "inherit", env })
    child.once("exit", (code, signal) => {
      if (isRestarting) return
      if (code === 0) return stop()
      console.log(`The service ended (${signal ?? `code ${code}`}). It starts again at the next change.`)
    })
  }

  const restart = async (path: string) => {
    if (isRestarting) return
    isRestarting = true
    console.log(`${path} changed: starting again.`)
    if (isRunning(child)) {
      child.kill("SIGTERM")
      await once(child, "exit")
    }
    isRestarting = false
    if (!isStopping) start()
  }

  start()
  const watcher = watch(folder, { recursive: true }, (_, path) => {
    if (path === null || !isWatched(path)) return
    clearTimeout(timer)
    timer = setTimeout(restart, settleMs, path)
  })
  const end = (signal: NodeJS.Signals) => {
    isStopping = true
    if (!isRunning(child)) return stop()
    child.once("exit", () => stop())
    // A terminal sends its interrupt to the child too.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
  }
  process.once("SIGINT", end)
  process.once("SIGTERM", end)

  await stopped
  clearTimeout(timer)
  watcher.close()
}
