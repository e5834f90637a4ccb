const parse = "P".charCodeAt(0)
const bind = "B".charCodeAt(0)
const query = "Q".charCodeAt(0)

/** Knows which statements a connection runs: a prepared one is named by its number from the second time on. */
export class StatementWatch {
  private readonly prepared = new Map<string, string>()
  private begun = false

  /** The texts of the statements that these messages run. */
  read(bytes: Buffer): ReadonlyArray<string> {
    const texts: Array<string> = []
    // The first message of a connection has no type.
    if (!this.begun) {
      this.begun = true
      return texts
    }
    for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
      const type = bytes[at]
      const text = (from: number) => bytes.toString("utf8", from, bytes.indexOf(0, from))
      const first = text(at + 5)
      const second = () => text(at + 6 + Buffer.byteLength(first))
      if (type === parse) this.prepared.set(first, second())
      else if (type === query) texts.push(first)
      else if (type === bind) texts.push(this.prepared.get(second()) ?? "")
    }
    return texts
  }
}
