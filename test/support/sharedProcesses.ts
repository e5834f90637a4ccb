import { type Ask, ownWorkerProcess, WorkerProcesses } from "@fleet/server/platform/process/WorkerProcess"
import { Effect, Layer, Scope } from "effect"

/** Never closed: the processes end with the one that runs the test files. */
const scope = Effect.runSync(Scope.make())

const running = new Map<string, Ask<never, unknown>>()

/** Worker processes that all services of this process share: each start takes as long as a test or two. */
export const SharedProcesses = Layer.succeed(
  WorkerProcesses,
  <Question, Answer>(program: URL, env: Readonly<Record<string, string>>) =>
    Effect.sync(() => {
      const name = JSON.stringify([program, env])
      const known = running.get(name) as Ask<Question, Answer> | undefined
      if (known !== undefined) return known
      const ask = Effect.runSync(Scope.provide(ownWorkerProcess<Question, Answer>(program, env), scope))
      running.set(name, ask)
      return ask
    })
)
