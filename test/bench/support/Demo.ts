import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { freePort } from "./Nats.ts"
import { stoppable } from "./Program.ts"

const entry = fileURLToPath(new URL("../../../packages/server/src/main.ts", import.meta.url))

/** The service as `npm start` runs it, with its demo. */
export interface Demo {
  readonly pid: number
  readonly url: string
  /** When the data of both simulated robots flow; rejects where the service ends before. */
  readonly flowing: Promise<void>
  readonly stop: () => Promise<void>
}

export const startDemo = async (folder: string): Promise<Demo> => {
  const port = await freePort()
  const child = spawn(process.execPath, [entry], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(port),
      FLEET_DATA: folder,
      DATABASE_URL: "",
      LOG_LEVEL: "error"
    }
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = stoppable(async () => {
    child.kill("SIGTERM")
    await ended
  })
  const flowing = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("Data flows")) resolve()
    })
    child.once("exit", () => reject(new Error("the service ended before data flowed")))
  })
  flowing.catch(() => undefined)
  return { pid: child.pid!, url: `http://127.0.0.1:${port}`, flowing, stop }
}
