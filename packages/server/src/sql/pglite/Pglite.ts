import { Effect } from "effect"
import { existsSync } from "node:fs"
import { rm, writeFile } from "node:fs/promises"
import type { Duplex } from "node:stream"
import { Worker } from "node:worker_threads"
import { DatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { lockFolder } from "./FolderLock.ts"
import type { FromWorker, ToWorker, WorkerInput } from "./Messages.ts"
import { PgliteStreams } from "./PgliteStream.ts"

/** Starts the database's thread; its `unread` counter is shared with the streams that read from it. */
const start = (folder: string, unread: SharedArrayBuffer) =>
  Effect.callback<Worker, DatabaseUnavailable>((resume) => {
    const workerData: WorkerInput = { folder, unread }
    const worker = new Worker(new URL("./PgliteWorker.ts", import.meta.url), { workerData })
    const fail = (message: string) =>
      resume(new DatabaseUnavailable({ message: `The database in ${folder} does not start:\n  ${message}` }))
    const onError = (error: Error) => fail(String(error))
    const onMessage = (message: FromWorker) => {
      worker.off("message", onMessage).off("error", onError)
      if (message.kind === "failed") fail(message.message)
      else resume(Effect.succeed(worker))
    }
    worker.on("message", onMessage).on("error", onError)
    return Effect.promise(() => worker.terminate())
  })

const stop = (worker: Worker) =>
  Effect.callback<void>((resume) => {
    worker.once("exit", () => resume(Effect.void))
    if (worker.threadId === -1) resume(Effect.void)
    else worker.postMessage({ kind: "stop" } satisfies ToWorker)
  })

/**
 * The embedded Postgres over a folder, running in its own thread until the scope closes. Answers with a function that
 * opens a session. A creation that was cut short is begun again: its folder has never been handed to anybody.
 */
export const openPglite = Effect.fnUntraced(function* (folder: string) {
  yield* lockFolder(folder)
  const creating = `${folder}.creating`
  const fresh = existsSync(creating) || !existsSync(folder)
  if (fresh) {
    yield* Effect.promise(() => writeFile(creating, ""))
    yield* Effect.promise(() => rm(folder, { recursive: true, force: true }))
  }
  const unread = new SharedArrayBuffer(4)
  const worker = yield* Effect.acquireRelease(start(folder, unread), stop, { interruptible: true })
  if (fresh) yield* Effect.promise(() => rm(creating))
  const streams = new PgliteStreams(worker, unread)
  return streams.open satisfies () => Duplex
})
