/** Cameras send no larger part. */
export const maxPart = 8 * 1024 * 1024
const maxHead = 16_384

/** Where a head ends with an empty line, and where its body begins. Cameras end lines with CR LF or with LF. */
const blankLine = (bytes: Buffer): { readonly from: number; readonly to: number } | null => {
  const [short, long] = [bytes.indexOf("\n\n"), bytes.indexOf("\n\r\n")]
  if (short < 0 && long < 0) return null
  return long < 0 || (short >= 0 && short < long) ? { from: short, to: short + 2 } : { from: long, to: long + 3 }
}

/** Takes `multipart/x-mixed-replace` apart as it comes: the body of each part, with or without a Content-Length. */
export class MultipartReader {
  private held = Buffer.alloc(0)
  private length: number | null = null
  private isInBody = false
  private readonly boundary: Buffer
  private readonly onPart: (body: Uint8Array) => void

  constructor(boundary: string, onPart: (body: Uint8Array) => void) {
    this.boundary = Buffer.from(`--${boundary.replace(/^--/, "")}`)
    this.onPart = onPart
  }

  /** What has come of the part that is not whole yet. */
  get unread(): Uint8Array {
    return this.held
  }

  /** False where the bytes are no such stream. */
  read(chunk: Uint8Array): boolean {
    this.held = Buffer.concat([this.held, chunk])
    while (this.isInBody ? this.body() : this.head()) continue
    return this.held.length <= (this.isInBody ? maxPart : maxHead)
  }

  private head(): boolean {
    const blank = blankLine(this.held)
    if (blank === null) return false
    const head = this.held.subarray(0, blank.from).toString("latin1")
    const length = /^content-length\s*:\s*(\d{1,9})\s*$/im.exec(head)?.[1]
    this.length = length === undefined ? null : Number(length)
    this.held = this.held.subarray(blank.to)
    this.isInBody = true
    return true
  }

  private body(): boolean {
    const end = this.length ?? this.held.indexOf(this.boundary)
    if (end < 0 || this.held.length < end) return false
    const part = this.held.subarray(0, end)
    this.held = this.held.subarray(end)
    this.isInBody = false
    // Without a length the line end before the boundary belongs to it.
    const [lineEnd = ""] = (this.length === null && /\r?\n$/.exec(part.subarray(-2).toString("latin1"))) || []
    const trailing = lineEnd.length
    if (part.length > trailing) this.onPart(Uint8Array.from(part.subarray(0, part.length - trailing)))
    return true
  }
}

/** The boundary that a Content-Type names; null where it names no such stream. */
export const boundaryOf = (contentType: string | null): string | null => {
  if (contentType === null || !/^multipart\/(?:x-mixed-replace|mixed)\b/i.test(contentType)) return null
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}
