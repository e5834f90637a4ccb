import { Effect } from "effect"
import { existsSync } from "node:fs"
import { readdir, rm, writeFile } from "node:fs/promises"
import { DatabaseUnavailable, inItsWords } from "../DatabaseUnavailable.ts"
import { lockFolder } from "./FolderLock.ts"
import type { FromDatabase } from "./Messages.ts"
import { PgliteStreams } from "./PgliteStream.ts"
import { type Databases, type Line, PgliteThread, stopDatabase } from "./PgliteThread.ts"

const databases = new PgliteThread(new URL("./PgliteWorker.ts", import.meta.url))

/** Opens the folder in the thread; its `unread` counter is shared with the streams that read from it. */
const start = (thread: Databases, folder: string, unread: SharedArrayBuffer) =>
  Effect.callback<Line, DatabaseUnavailable>((resume) => {
    const line = thread.request(folder, unread)
    const fail = (message: string) =>
      resume(new DatabaseUnavailable({ message: `The database in ${folder} does not start:\n  ${message}` }))
    line.port.once("message", (message: FromDatabase) => {
      if (message.kind === "failed") fail(message.message)
      else resume(Effect.succeed(line))
    })
    void line.closed.then((error) => fail(error.message))
    return Effect.promise(() => stopDatabase(line))
  })

const contents = (folder: string): Promise<ReadonlyArray<string>> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })

/** Whether the folder has to be filled. What a creation that was cut short left is removed: it was never used. */
const prepare = async (folder: string, creating: string): Promise<boolean> => {
  if (existsSync(creating)) await rm(folder, { recursive: true, force: true })
  const names = await contents(folder)
  if (names.includes("PG_VERSION")) return false
  if (names.length > 0) throw new Error("it holds files, but no database.")
  await writeFile(creating, "")
  return true
}

/** What a thread makes of a folder, until the scope closes. Answers with a function that opens a session. */
export const openIn = Effect.fnUntraced(function* (thread: Databases, folder: string) {
  const unread = new SharedArrayBuffer(4)
  const starting = start(thread, folder, unread)
  const line = yield* Effect.acquireRelease(starting, (line) => Effect.promise(() => stopDatabase(line)), {
    interruptible: true
  })
  return new PgliteStreams(line, unread).open
})

/**
 * The embedded Postgres over a folder, in the databases' thread until the scope closes. Answers with a function that
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
  const open = yield* openIn(databases, folder)
  if (fresh) yield* Effect.promise(() => rm(creating))
  return open
})
