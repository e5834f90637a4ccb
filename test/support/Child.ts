import { Data, Deferred, Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** A process of the test's own; killed, if it still runs, when the scope closes. */
export interface Child {
  readonly pid: number
  /** Everything it has written to its standard output, and to its error output. */
  readonly output: () => string
  readonly errors: () => string
  /** Waits until it has written this many whole lines; fails when it ends before that. */
  readonly lines: (count: number) => Effect.Effect<void, EndedEarly>
  /** Sends a signal and waits for the end. */
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<Ended>
  readonly ended: Effect.Effect<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

class EndedEarly extends Data.TaggedError("EndedEarly")<{ readonly message: string }> {}

const observe = (process: ChildProcess): Child => {
  let output = ""
  let errors = ""
  const ended = Deferred.makeUnsafe<Ended>()
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const check of waiting) check()
  }
  process.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text
    changed()
  })
  process.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text
  })
  process.once("close", (code, signal) => {
    Deferred.doneUnsafe(ended, Effect.succeed({ code, signal }))
    changed()
  })
  return {
    pid: process.pid ?? 0,
    output: () => output,
    errors: () => errors,
    ended: Deferred.await(ended),
    kill: (signal) =>
      Effect.andThen(
        Effect.sync(() => process.kill(signal)),
        Deferred.await(ended)
      ),
    lines: (count) =>
      Effect.callback((resume) => {
        const check = () => {
          if (output.split("\n").length > count) resume(Effect.void)
          else if (Deferred.isDoneUnsafe(ended))
            resume(new EndedEarly({ message: `The process has ended:\n${errors}` }))
        }
        waiting.add(check)
        check()
        return Effect.sync(() => waiting.delete(check))
      })
  }
}

/** Starts any command. Of the test's own environment it has, beside what is named, the place of compiled modules. */
export const startCommand = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd, env = process.env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}
) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      observe(
        spawn(command, args, {
          ...(cwd === undefined ? {} : { cwd }),
          env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
          stdio: ["ignore", "pipe", "pipe"]
        })
      )
    ),
    (child) => child.kill("SIGKILL")
  )

/** Starts a source file on this Node. */
export const startProgram = (file: URL, args: ReadonlyArray<string> = []) =>
  startCommand(process.execPath, [fileURLToPath(file), ...args])
