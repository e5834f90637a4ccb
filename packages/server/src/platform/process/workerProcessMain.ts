import { setPriority } from "node:os"
import type { Asked, Worked } from "./WorkerProcess.ts"

/** How far behind the service a process comes: what people wait for at a sign-in or chart, and texts of any size. */
const priorities = { short: 10, long: 19 }

/** The main program of a worker process: it answers questions at a low priority until the service goes. */
export const workerProcessMain = <Question, Answer>(
  work: (question: Question) => Answer | Promise<Answer>,
  kind: keyof typeof priorities = "short"
): void => {
  setPriority(priorities[kind])
  // A Ctrl-C in a terminal reaches this process too; it ends with the service, which may still need it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined)
  process.on("disconnect", () => process.exit(0))

  const answered = async ({ id, question }: Asked<Question>): Promise<Worked<Answer>> => {
    try {
      return { id, answer: await work(question) }
    } catch (error) {
      return { id, fault: String(error) }
    }
  }
  process.on("message", (asked: Asked<Question>) => void answered(asked).then((worked) => process.send!(worked)))
}
