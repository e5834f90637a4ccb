import { parentPort } from "node:worker_threads"
import type { OpenDatabase } from "./Messages.ts"
import { serveDatabase } from "./serveDatabase.ts"

/** The thread that owns the embedded databases, so that a heavy query never holds up a socket of the server. */

if (parentPort === null) throw new Error("PgliteWorker runs as a worker thread only.")

parentPort.on("message", (request: OpenDatabase) => void serveDatabase(request))
