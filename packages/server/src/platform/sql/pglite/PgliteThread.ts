import { once } from "node:events"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import type { OpenDatabase, ToDatabase } from "./Messages.ts"

/** What the thread's own code allocates lives shortly; the database has memory of its own. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

const stopped = "The embedded database has stopped."

/** The messages between a database and the server, and when the last of them has come. */
export interface Line {
  readonly port: MessagePort
  /** Resolves, with the reason, when the database is gone: it was stopped, did not start, or the thread has ended. */
  readonly closed: Promise<Error>
}

/** What opens databases. */
export interface Databases {
  /** Opens a folder; its `unread` counter is shared with the streams that read from it. */
  readonly request: (folder: string, unread: SharedArrayBuffer) => Line
}

/**
 * A thread for databases, from the first one on and until the process ends. It is never ended before: V8 has been seen to
 * abort while it freed the WebAssembly code of a thread that was ended.
 */
export class PgliteThread implements Databases {
  private thread: Worker | undefined
  /** Why a database that was not closed is gone. */
  private ending = stopped
  private readonly program: URL

  constructor(program: URL) {
    this.program = program
  }

  request(folder: string, unread: SharedArrayBuffer): Line {
    const { port1, port2 } = new MessageChannel()
    const request: OpenDatabase = { folder, unread, port: port2 }
    this.running().postMessage(request, [port2])
    return { port: port1, closed: once(port1, "close").then(() => new Error(this.ending)) }
  }

  private running(): Worker {
    if (this.thread !== undefined) return this.thread
    this.ending = stopped
    const started = new Worker(this.program, { resourceLimits })
    started.on("error", (error) => (this.ending = String(error)))
    started.once("exit", () => (this.thread = undefined))
    // An open database keeps the process alive through its port.
    started.unref()
    return (this.thread = started)
  }
}

/** Closes a database and waits until its files are closed. */
export const stopDatabase = async ({ closed, port }: Line): Promise<void> => {
  port.postMessage({ kind: "stop" } satisfies ToDatabase)
  await closed
}
