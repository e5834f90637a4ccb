import { Effect } from "effect"
import { createServer, type Socket } from "node:net"

/** Where a mail server stops being polite: `middle` is once some of the text is there, `end` once all of it is. */
export type Step = "greeting" | "sender" | "recipient" | "data" | "middle" | "end"

/** What it does there: says nothing more, ends the connection, or answers this line. */
export interface Manner {
  readonly step: Step
  readonly does: "hangs" | "drops" | `${4 | 5}${number} ${string}`
}

/** A mail server that takes every mail politely, but for the manners that a test gives it. */
export const rudeServer = Effect.gen(function* () {
  /** By the address of the recipient; `*` is for every connection. */
  const manners = new Map<string, Manner>()
  /** The recipients of whole texts that have arrived, whatever was answered to them. */
  const arrived: Array<string> = []
  /** When the newest text came to a recipient. */
  const times = new Map<string, number>()
  const sockets = new Set<Socket>()

  const serve = (socket: Socket) => {
    sockets.add(socket)
    let [recipient, text, readingText] = ["", "", false]
    const answer = (step: Step, line: string) => {
      const manner = [manners.get(recipient), manners.get("*")].find((manner) => manner?.step === step)
      if (manner === undefined) return line === "" || socket.write(`${line}\r\n`)
      if (manner.does === "drops") return socket.destroy()
      return manner.does === "hangs" || socket.write(`${manner.does}\r\n`)
    }
    const readText = (chunk: string) => {
      text += chunk
      if (!text.endsWith("\r\n.\r\n")) return answer("middle", "")
      arrived.push(recipient)
      times.set(recipient, Date.now())
      readingText = false
      return answer("end", "250 taken")
    }
    const readCommand = (line: string) => {
      const [, word, address] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? []
      if (word === "MAIL") return answer("sender", "250 ok")
      if (word === "RCPT") {
        recipient = address ?? ""
        return answer("recipient", "250 ok")
      }
      if (word === "DATA") {
        ;[text, readingText] = ["", true]
        const manner = manners.get(recipient)
        if (manner?.step === "data") readingText = false
        return answer("data", "354 go on")
      }
      if (word === "QUIT") return socket.end("221 bye\r\n")
      return socket.write("250 ok\r\n")
    }
    socket.setEncoding("utf8")
    socket.on("data", (chunk: string) => {
      if (readingText) readText(chunk)
      else for (const line of chunk.split("\r\n").slice(0, -1)) readCommand(line)
    })
    socket.on("error", () => undefined)
    socket.on("close", () => void sockets.delete(socket))
    answer("greeting", "220 ready")
  }

  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(serve)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
  )
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, manners, arrived, times }
})
