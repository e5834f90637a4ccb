import { PGlite } from "@electric-sql/pglite"
import { Answers } from "./Answers.ts"
import type { FromDatabase, OpenDatabase, ToDatabase } from "./Messages.ts"
import { Sessions } from "./Sessions.ts"
import { upkeep } from "./Upkeep.ts"

const upkeepMillis = 30_000

/**
 * Postgres would take 128 MB of the process for pages that the operating system has in memory too. Reads of rows cost the
 * same with less; only scans of more than this are slower, by half.
 */
export const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"]

/** Does what the port asks of a database, until that says stop; `close` then ends it. */
export const serveSessions = (database: PGlite, { port, unread }: OpenDatabase, close: () => Promise<void>): void => {
  const post = (message: FromDatabase, transfer: Array<ArrayBuffer> = []) => port.postMessage(message, transfer)
  let answering = 0
  let worked = false
  const answers = new Answers(unread, (bytes) => post({ kind: "answer", session: answering, bytes }, [bytes.buffer]))
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

  const handle = async (message: ToDatabase): Promise<void> => {
    switch (message.kind) {
      case "open":
        return sessions.open(message.session)
      case "frames":
        return sessions.frames(message.session, message.bytes)
      case "close":
        return sessions.close(message.session)
      case "stop":
        clearInterval(timer)
        await close()
        post({ kind: "stopped" })
        return port.close()
    }
  }

  let last: Promise<void> = Promise.resolve()
  const enqueue = (work: () => Promise<void>): void => {
    last = last.then(work)
  }
  const timer = setInterval(() => {
    if (!worked) return
    enqueue(async () => {
      if (!sessions.idle) return
      worked = false
      await upkeep(database).catch((cause) => process.emitWarning(`The embedded database's upkeep failed: ${cause}`))
    })
  }, upkeepMillis)
  port.on("message", (message: ToDatabase) => enqueue(() => handle(message)))
  post({ kind: "ready" })
}

/** Opens a database and does what its port asks for, until that says stop. */
export const serveDatabase = async (request: OpenDatabase): Promise<void> => {
  const lastWords: Array<string> = []
  const onLine = (line: string): boolean => {
    lastWords.push(line)
    if (lastWords.length > 10) lastWords.shift()
    return false
  }
  try {
    const database = await PGlite.create(request.folder, { startParams, onStderr: onLine, onStdout: onLine })
    serveSessions(database, request, () => database.close())
  } catch (cause) {
    request.port.postMessage({ kind: "failed", message: [String(cause), ...lastWords].join("\n  ") })
    request.port.close()
  }
}
