/** Reads the frames of one direction of a connection as they are written: first an HTTP head, then WebSocket frames. */
export class FrameTap {
  private rest = Buffer.alloc(0)
  private state: "head" | "frames" | "other" = "head"
  private readonly onHead: (head: string) => void
  private readonly onText: (text: string) => void

  constructor(onHead: (head: string) => void, onText: (text: string) => void) {
    this.onHead = onHead
    this.onText = onText
  }

  readonly feed = (bytes: Buffer): void => {
    if (this.state === "other") return
    this.rest = Buffer.concat([this.rest, bytes])
    if (this.state === "head") {
      const end = this.rest.indexOf("\r\n\r\n")
      if (end < 0) return
      const head = this.rest.subarray(0, end).toString("latin1")
      this.onHead(head)
      this.rest = this.rest.subarray(end + 4)
      this.state = /^(HTTP\/1\.1 101|GET \/(realtime|bridge) )/.test(head) ? "frames" : "other"
    }
    if (this.state === "frames") while (this.frame()) continue
  }

  private frame(): boolean {
    const { rest } = this
    if (rest.length < 2) return false
    const masked = (rest[1]! & 0x80) !== 0
    let length = rest[1]! & 0x7f
    let at = 2
    if (length === 126) {
      if (rest.length < 4) return false
      length = rest.readUInt16BE(2)
      at = 4
    } else if (length === 127) {
      if (rest.length < 10) return false
      length = Number(rest.readBigUInt64BE(2))
      at = 10
    }
    const bodyAt = at + (masked ? 4 : 0)
    if (rest.length < bodyAt + length) return false
    if ((rest[0]! & 0x0f) === 1) {
      const body = Buffer.from(rest.subarray(bodyAt, bodyAt + length))
      if (masked) for (let index = 0; index < length; index++) body[index]! ^= rest[at + (index % 4)]!
      this.onText(body.toString())
    }
    this.rest = rest.subarray(bodyAt + length)
    return true
  }
}
