import { once } from "node:events"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import type { OpenDatabase, ToDatabase } from "./Messages.ts"

/**
 * One for the process, from the first database on and until the process ends. It is never ended before: V8 has been seen
 * to abort while it freed the WebAssembly code of a thread that was ended.
 */
let thread: Worker | undefined

/** What the thread's own code allocates lives shortly; the database has memory of its own. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

const stopped = "The embedded database has stopped."

/** Why a database that was not closed is gone. */
let ending = stopped

const running = (): Worker => {
  if (thread !== undefined) return thread
  ending = stopped
  const started = new Worker(new URL("./PgliteWorker.ts", import.meta.url), { resourceLimits })
  started.on("error", (error) => (ending = String(error)))
  started.once("exit", () => (thread = undefined))
  // An open database keeps the process alive through its port.
  started.unref()
  return (thread = started)
}

/** What a database and the server say to each other, and when the last of it has been said. */
export interface Line {
  readonly port: MessagePort
  /** Resolves, with the reason, when the database is gone: it was stopped, did not start, or the thread has ended. */
  readonly closed: Promise<Error>
}

/** Has the thread open a folder. */
export const requestDatabase = (folder: string, unread: SharedArrayBuffer): Line => {
  const { port1, port2 } = new MessageChannel()
  const request: OpenDatabase = { folder, unread, port: port2 }
  running().postMessage(request, [port2])
  return { port: port1, closed: once(port1, "close").then(() => new Error(ending)) }
}

/** Closes a database and waits until its files are closed. */
export const stopDatabase = async ({ closed, port }: Line): Promise<void> => {
  port.postMessage({ kind: "stop" } satisfies ToDatabase)
  await closed
}
