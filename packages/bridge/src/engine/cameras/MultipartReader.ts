/** A part larger than this is none that a camera sends. */
export const maxPart = 8 * 1024 * 1024
const maxHead = 16_384
const blank = Buffer.from("\r\n\r\n")

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

  /** False where the bytes are no such stream. */
  read(chunk: Uint8Array): boolean {
    this.held = Buffer.concat([this.held, chunk])
    while (this.isInBody ? this.body() : this.head()) continue
    return this.held.length <= (this.isInBody ? maxPart : maxHead)
  }

  private head(): boolean {
    const end = this.held.indexOf(blank)
    if (end < 0) return false
    const head = this.held.subarray(0, end).toString("latin1")
    const length = /^content-length:\s*(\d{1,9})\s*$/im.exec(head)?.[1]
    this.length = length === undefined ? null : Number(length)
    this.held = this.held.subarray(end + blank.length)
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
    const trailing = this.length === null && part.subarray(-2).toString("latin1") === "\r\n" ? 2 : 0
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
