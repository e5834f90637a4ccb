import { brotliCompress, constants, gzip } from "node:zlib"
import { acceptedEncoding, type Encoding } from "./acceptedEncoding.ts"
import { PacedResponse } from "./PacedResponse.ts"

/** An answer of so many bytes and fewer is not compressed. */
const plainUpTo = 2_048

type Done = (error?: Error | null) => void
type Compressed = (error: Error | null, bytes: Buffer) => void

/** A longer one is compressed less well, so that it keeps its thread for a shorter time. */
const wellUpTo = 262_144

/** On the threads of zlib, never on this one. */
const compress = (encoding: Encoding, body: Uint8Array | string, done: Compressed): void => {
  const isLong = body.length > wellUpTo
  if (encoding === "gzip") return gzip(body, { level: isLong ? 1 : 5 }, done)
  brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: isLong ? 1 : 4 } }, done)
}

/** What texts are written in. Pictures, video and archives are compressed by themselves. */
const isText = (type: string): boolean =>
  /^(?:text\/|application\/(?:json|javascript|xml|yaml|openmetrics-text)\b|[^;]*\+(?:json|xml)\b)/i.test(type)

const isJson = (type: string): boolean => /^application\/json\b/i.test(type)

/** The headers of an answer, as names and values in turn or as an object. */
type Fields = Array<unknown> | Record<string, unknown>

class Head {
  readonly status: number
  private fields: Fields

  constructor(status: number, fields: Fields) {
    this.status = status
    this.fields = fields
  }

  get(name: string): string | undefined {
    const { fields } = this
    if (!Array.isArray(fields)) return fields[this.nameOf(fields, name)] as string | undefined
    const at = this.indexOf(fields, name)
    return at < 0 ? undefined : String(fields[at + 1])
  }

  set(name: string, value: string): void {
    const { fields } = this
    if (!Array.isArray(fields)) {
      this.fields = { ...fields, [this.nameOf(fields, name)]: value }
      return
    }
    const at = this.indexOf(fields, name)
    this.fields = at < 0 ? [...fields, name, value] : fields.with(at + 1, value)
  }

  writeTo(write: (status: number, fields: Fields) => unknown): void {
    write(this.status, this.fields)
  }

  private indexOf(fields: ReadonlyArray<unknown>, name: string): number {
    for (let at = 0; at < fields.length; at += 2) {
      const each = fields[at] as string
      if (each.length === name.length && each.toLowerCase() === name) return at
    }
    return -1
  }

  private nameOf(fields: Record<string, unknown>, name: string): string {
    return name in fields ? name : (Object.keys(fields).find((each) => each.toLowerCase() === name) ?? name)
  }
}

/**
 * A response whose whole texts are compressed for a client that accepts it, and whose JSON ends with a newline. The head
 * waits for the body that follows it; what is written in pieces, as streams are, leaves as it is.
 */
export class EncodedResponse extends PacedResponse {
  private head: Head | null = null

  override writeHead(status: number, ...rest: ReadonlyArray<unknown>): this {
    const fields = rest.at(-1)
    // A text for the status may stand between, and is undefined with the router.
    const isOdd = rest.slice(0, -1).some((text) => text !== undefined) || typeof fields !== "object" || fields === null
    if (isOdd || this.head !== null) {
      this.writeHeld()
      return super.writeHead(...([status, ...rest] as unknown as [number]))
    }
    const head = new Head(status, fields as Fields)
    if (isText(head.get("content-type") ?? "") && head.get("content-encoding") === undefined) this.head = head
    else super.writeHead(status, fields as Record<string, string>)
    return this
  }

  override write(...given: [chunk: unknown, encoding?: BufferEncoding | Done, done?: Done]): boolean {
    this.writeHeld()
    return super.write(...given)
  }

  override flushHeaders(): void {
    this.writeHeld()
    super.flushHeaders()
  }

  override end(...given: [chunk?: unknown, encoding?: BufferEncoding | Done, done?: Done]): this {
    const { head } = this
    const [chunk] = given
    if (head === null) return super.end(...given)
    const isWhole = (typeof chunk === "string" && typeof given[1] !== "string") || chunk instanceof Uint8Array
    if (!isWhole || chunk.length === 0) {
      // The answer to HEAD says how long that to GET would be.
      if (!isWhole && this.req.method === "HEAD") this.endLine(head, "")
      this.writeHeld()
      return super.end(...given)
    }
    const done = given.find((each) => typeof each === "function") as Done | undefined
    const body = this.endLine(head, chunk)
    const size = typeof body === "string" ? Buffer.byteLength(body) : body.length
    const encoding = size > plainUpTo ? this.encodingFor(head) : null
    if (encoding === null) {
      this.writeHeld()
      return super.end(body, undefined, done)
    }
    this.isEnding = true
    compress(encoding, body, (error, bytes) => {
      this.isEnding = false
      if (this.destroyed) return done?.()
      if (error === null) {
        head.set("content-encoding", encoding)
        head.set("content-length", String(bytes.length))
      }
      this.writeHeld()
      super.end(error === null ? bytes : body, undefined, done)
    })
    return this
  }

  /** JSON with a newline at its end, so that a prompt begins on a line of its own. */
  private endLine(head: Head, body: string | Uint8Array): string | Uint8Array {
    if (!isJson(head.get("content-type") ?? "")) return body
    const length = Number(head.get("content-length"))
    if (typeof body === "string" ? body.endsWith("\n") : body.at(-1) === 10) return body
    if (length > 0) head.set("content-length", String(length + 1))
    return typeof body === "string" ? `${body}\n` : Buffer.concat([body, Buffer.from("\n")])
  }

  /** How this client is sent a long text. Files have their bytes, and pages of a sign-in hide how long their secrets are. */
  private encodingFor(head: Head): Encoding | null {
    const isFile = head.get("content-disposition") !== undefined
    const isPersonal = /^text\/html\b/i.test(head.get("content-type") ?? "") && this.req.headers.cookie !== undefined
    if (isFile || isPersonal) return null
    const vary = head.get("vary")
    if (!/\baccept-encoding\b/i.test(vary ?? ""))
      head.set("vary", vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`)
    return acceptedEncoding(this.req.headers["accept-encoding"])
  }

  private writeHeld(): void {
    const { head } = this
    this.head = null
    head?.writeTo((status, fields) => super.writeHead(status, fields as Record<string, string>))
  }
}
