import { Context, Effect, type Scope } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"

/** What a worker process is asked, and what it answers. */
export interface Asked<Question> {
  readonly id: number
  readonly question: Question
}
export type Worked<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly fault: string }

/** Asks a worker process; what was begun cannot be stopped halfway, so that the effect cannot be interrupted. */
export type Ask<Question, Answer> = (question: Question) => Effect.Effect<Answer>

/** A worker process of the scope's own. It starts with the first question, and again should it ever end. */
export const ownWorkerProcess = Effect.fnUntraced(function* <Question, Answer>(
  program: URL,
  env: Readonly<Record<string, string>>
): Effect.fn.Return<Ask<Question, Answer>, never, Scope.Scope> {
  const waiting = new Map<number, (answered: Effect.Effect<Answer>) => void>()
  let running: ChildProcess | null = null
  let last = 0

  const begin = (): ChildProcess => {
    const child = fork(fileURLToPath(program), {
      execArgv: ["--no-warnings"],
      serialization: "advanced",
      // The service's secrets are in its environment; a worker needs none of them.
      env: { ...env, SystemRoot: process.env["SystemRoot"] },
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    child.on("message", (worked: Worked<Answer>) => {
      const resume = waiting.get(worked.id)
      waiting.delete(worked.id)
      resume?.("answer" in worked ? Effect.succeed(worked.answer) : Effect.die(new Error(worked.fault)))
    })
    const ended = () => {
      if (running !== child) return
      running = null
      for (const resume of waiting.values()) resume(Effect.die(new Error("a process beside this one ended")))
      waiting.clear()
    }
    child.on("disconnect", ended).on("exit", ended).on("error", ended)
    // It does not keep the parent process alive.
    child.unref()
    child.channel?.unref()
    return child
  }
  yield* Effect.addFinalizer(() => Effect.sync(() => running?.connected && running.disconnect()))

  return (question) =>
    Effect.uninterruptible(
      Effect.callback<Answer>((resume) => {
        const id = ++last
        waiting.set(id, resume)
        running ??= begin()
        running.send({ id, question } satisfies Asked<Question>, (error) => {
          if (error !== null && waiting.delete(id)) resume(Effect.die(error))
        })
      })
    )
})

/** Where worker processes come from: services of one program may share them. */
export const WorkerProcesses = Context.Reference<typeof ownWorkerProcess>("@fleet/server/WorkerProcesses", {
  defaultValue: () => ownWorkerProcess
})

/**
 * A program that runs beside this one at a lower priority (see workerProcessMain.ts): what it works out takes the processor's spare
 * time, and leaves sockets their turn.
 */
export const makeWorkerProcess = <Question, Answer>(program: URL, env: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(WorkerProcesses, (start) => start<Question, Answer>(program, env))
