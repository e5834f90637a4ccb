import { Effect } from "effect"
import { existsSync } from "node:fs"
import { readdir, rm, writeFile } from "node:fs/promises"
import { Worker } from "node:worker_threads"
import { DatabaseUnavailable, inItsWords } from "../DatabaseUnavailable.ts"
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

const contents = (folder: string): Promise<ReadonlyArray<string>> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })

/** Whether the folder has to be filled. What a creation that was cut short left is removed: nobody has used it yet. */
const prepare = async (folder: string, creating: string): Promise<boolean> => {
  if (existsSync(creating)) await rm(folder, { recursive: true, force: true })
  const names = await contents(folder)
  if (names.includes("PG_VERSION")) return false
  if (names.length > 0) throw new Error("it holds files, but no database.")
  await writeFile(creating, "")
  return true
}

/**
 * The embedded Postgres over a folder, running in its own thread until the scope closes. Answers with a function that
 * opens a session.
 */
export const openPglite = Effect.fnUntraced(function* (folder: string) {
  yield* lockFolder(folder)
  const creating = `${folder}.creating`
  const fresh = yield* Effect.tryPromise({
    try: () => prepare(folder, creating),
    catch: (cause) =>
      new DatabaseUnavailable({ message: `The database folder ${folder} cannot be used: ${inItsWords(cause)}`, cause })
  })
  const unread = new SharedArrayBuffer(4)
  const worker = yield* Effect.acquireRelease(start(folder, unread), stop, { interruptible: true })
  const streams = new PgliteStreams(worker, unread)
  if (fresh) yield* Effect.promise(() => rm(creating))
  return streams.open
})
