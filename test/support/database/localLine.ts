import { EventEmitter, once } from "node:events"
import { setImmediate } from "node:timers"
import type { MessagePort } from "node:worker_threads"
import type { FromDatabase } from "../../../packages/server/src/platform/sql/pglite/Messages.ts"
import type { Line } from "../../../packages/server/src/platform/sql/pglite/PgliteThread.ts"

/** One end of a line within a thread: it delivers in order, never within the call that sends. */
class LocalPort extends EventEmitter {
  peer: LocalPort | undefined
  private waiting: Array<unknown> = []

  /** The message is taken as it is: who sends it never looks at it again. */
  postMessage(message: unknown): void {
    const { peer } = this
    if (peer !== undefined && peer.waiting.push(message) === 1) setImmediate(peer.deliver)
  }

  private readonly deliver = (): void => {
    const messages = this.waiting
    this.waiting = []
    for (const message of messages) this.emit("message", message)
  }

  close(): void {
    const ends = [this, this.peer]
    for (const end of ends) {
      if (end === undefined) continue
      end.peer = undefined
      setImmediate(() => end.emit("close"))
    }
  }
}

/** A line to a database in this thread, with the end that the database has. */
export const localLine = () => {
  const client = new LocalPort()
  const database = new LocalPort()
  client.peer = database
  database.peer = client
  const unread = new Int32Array(new SharedArrayBuffer(4))
  const post = database.postMessage
  // A thread cannot wait until it has itself read an answer.
  database.postMessage = (message: FromDatabase) => {
    if (message.kind === "answer") Atomics.sub(unread, 0, message.bytes.length)
    post.call(database, message)
  }
  const line: Line = {
    port: client as unknown as MessagePort,
    closed: once(client, "close").then(() => new Error("The embedded database has stopped."))
  }
  return { line, port: database as unknown as MessagePort, unread: unread.buffer as SharedArrayBuffer }
}
