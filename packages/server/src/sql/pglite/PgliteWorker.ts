import { PGlite } from "@electric-sql/pglite"
import { parentPort, workerData } from "node:worker_threads"
import { Answers } from "./Answers.ts"
import type { FromWorker, ToWorker, WorkerInput } from "./Messages.ts"
import { Sessions } from "./Sessions.ts"
import { upkeep } from "./Upkeep.ts"

/** The thread that owns the embedded database, so that a heavy query never holds up a socket of the server. */

const upkeepMillis = 30_000

const port = parentPort
if (port === null) throw new Error("PgliteWorker runs as a worker thread only.")

const input: WorkerInput = workerData
const post = (message: FromWorker, transfer: Array<ArrayBuffer> = []) => port.postMessage(message, transfer)

const lastWords: Array<string> = []
const heard = (line: string): boolean => {
  lastWords.push(line)
  if (lastWords.length > 10) lastWords.shift()
  return false
}

const run = (database: PGlite): void => {
  let answering = 0
  let worked = false
  const answers = new Answers(input.unread, (bytes) =>
    post({ kind: "answer", session: answering, bytes }, [bytes.buffer])
  )
  const execute = async (session: number, bytes: Uint8Array): Promise<void> => {
    answering = session
    worked = true
    try {
      await database.execProtocolRawStream(bytes, { onRawData: answers.add })
    } catch (cause) {
      post({ kind: "ended", session, message: String(cause) })
    } finally {
      answers.flush()
    }
  }
  const sessions = new Sessions(database, execute)

  const handle = async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case "open":
        return sessions.open(message.session)
      case "frames":
        return sessions.frames(message.session, message.bytes)
      case "close":
        return sessions.close(message.session)
      case "stop":
        clearInterval(timer)
        await database.close()
        post({ kind: "stopped" })
        return port.close()
    }
  }

  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): void => {
    last = last.then(work)
  }
  const timer = setInterval(() => {
    if (!worked) return
    inTurn(async () => {
      if (!sessions.idle) return
      worked = false
      await upkeep(database).catch((cause) => process.emitWarning(`The embedded database's upkeep failed: ${cause}`))
    })
  }, upkeepMillis)
  port.on("message", (message: ToWorker) => inTurn(() => handle(message)))
  post({ kind: "ready" })
}

try {
  run(await PGlite.create(input.folder, { onStderr: heard, onStdout: heard }))
} catch (cause) {
  post({ kind: "failed", message: [String(cause), ...lastWords].join("\n  ") })
  port.close()
}
