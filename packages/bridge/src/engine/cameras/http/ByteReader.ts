const lineFeed = 0x0a

/** Bytes of a connection by lines and by pieces, as they come. */
export class ByteReader {
  private held: Buffer = Buffer.alloc(0)
  private readonly source: AsyncIterator<Buffer>

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]()
  }

  private async more(): Promise<boolean> {
    const { done, value } = await this.source.next()
    if (done === true) return false
    this.held = this.held.length === 0 ? value : Buffer.concat([this.held, value])
    return true
  }

  /** The bytes that have come, once there are so many or no more come. They stay to be read. */
  async peek(count: number): Promise<Buffer> {
    while (this.held.length < count && (await this.more())) continue
    return this.held
  }

  /** The next line without its end, which is LF with or without CR; null where none ends within so many bytes. */
  async line(most: number): Promise<string | null> {
    for (let searched = 0; ;) {
      const end = this.held.subarray(0, most).indexOf(lineFeed, searched)
      if (end >= 0) {
        const line = this.held.subarray(0, end).toString("latin1")
        this.held = this.held.subarray(end + 1)
        return line.replace(/\r$/, "")
      }
      searched = this.held.length
      if (searched >= most || !(await this.more())) return null
    }
  }

  /** What has come, at most so many bytes of it; null at the end. */
  async some(most = Infinity): Promise<Buffer | null> {
    if (this.held.length === 0 && !(await this.more())) return null
    const piece = this.held.subarray(0, most)
    this.held = this.held.subarray(piece.length)
    return piece
  }
}

const shown = 32

/** The first bytes of something that cannot be read, for a message: quoted, and all but plain ASCII escaped. */
export const firstBytes = (bytes: Uint8Array): string =>
  `"${Array.from(bytes.subarray(0, shown), (byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`
  ).join("")}"${bytes.length > shown ? "…" : ""}`
