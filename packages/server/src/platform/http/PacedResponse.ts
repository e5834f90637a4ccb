import { type IncomingMessage, ServerResponse } from "node:http"

/** An answer is handed to its connection in pieces of so many bytes, each when the one before was taken. */
const pieceBytes = 65_536
/** A text of so many characters has no more bytes than a piece. */
const pieceCharacters = pieceBytes / 3

type Done = (error?: Error | null) => void

/** What becomes of an answer that its reader does not take. */
export interface Pace {
  /** How long a reader may take nothing, in milliseconds. */
  readonly takenMs: number
  /** An answer was cut. */
  readonly onCut: () => void
}

/**
 * A response that is written as its reader takes it: a long body is not queued with the connection, and a connection whose
 * reader takes nothing for `takenMs` is cut, whether a body or a stream is under way.
 */
export class PacedResponse extends ServerResponse {
  pace: Pace | null = null
  private timer: NodeJS.Timeout | null = null
  /** From `end` on, also while pieces of the body wait to be taken. */
  isEnding = false

  constructor(request: IncomingMessage, options?: object) {
    // Node passes options that its types leave out.
    super(...([request, options] as unknown as [IncomingMessage]))
  }

  override write(chunk: unknown, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const taken = super.write(...([chunk, encoding, done] as unknown as [string]))
    if (!taken) this.watch("drain")
    return taken
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | Done, done?: Done): this {
    const callback = [chunk, encoding, done].find((each) => typeof each === "function") as Done | undefined
    const body = longBody(chunk, encoding)
    if (body === null) {
      super.end(...([chunk, encoding, done] as unknown as [string]))
      if ((this.socket?.writableLength ?? 0) > 0) this.watch("finish")
      return this
    }
    if (this.writableEnded) return this
    this.isEnding = true
    this.writeOn(body, 0, callback)
    return this
  }

  private writeOn(body: Buffer, from: number, done: Done | undefined): void {
    for (let at = from; at < body.length; at += pieceBytes) {
      if (this.destroyed) return done?.()
      if (!this.write(body.subarray(at, at + pieceBytes))) {
        this.once("drain", () => this.writeOn(body, at + pieceBytes, done))
        return
      }
    }
    super.end(done)
    this.watch("finish")
  }

  /** Cuts the connection unless the event comes in time. */
  private watch(event: "drain" | "finish"): void {
    if (this.pace === null || this.writableFinished) return
    if (this.timer === null) {
      this.timer = setTimeout(this.onDue, this.pace.takenMs).unref()
      this.once("close", this.onTaken)
    } else this.timer.refresh()
    this.once(event, this.onTaken)
  }

  private readonly onTaken = (): void => {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.off("close", this.onTaken)
  }

  private readonly onDue = (): void => {
    // Behind another answer of its connection it waits for that one, which has a time of its own.
    if (this.socket === null) return void this.timer?.refresh()
    this.pace?.onCut()
    this.socket.destroy()
  }
}

Object.defineProperty(PacedResponse.prototype, "writableEnded", {
  get(this: { readonly isEnding: boolean; readonly finished: boolean }) {
    return this.isEnding || this.finished
  }
})

/** The bytes of a body that has more than a piece, else null. */
const longBody = (chunk: unknown, encoding: BufferEncoding | Done | undefined): Buffer | null => {
  if (typeof chunk === "string") {
    if (chunk.length <= pieceCharacters) return null
    const bytes = Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8")
    return bytes.length > pieceBytes ? bytes : null
  }
  if (!(chunk instanceof Uint8Array) || chunk.length <= pieceBytes) return null
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
