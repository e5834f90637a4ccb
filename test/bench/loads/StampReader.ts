import { mark, stampDigits } from "./dialects.ts"

const markByte = mark.charCodeAt(0)

/** Finds stamps in a stream of payloads, also where one is cut in two. */
export class StampReader {
  private tail = ""
  private readonly onStamp: (microseconds: number) => void

  constructor(onStamp: (microseconds: number) => void) {
    this.onStamp = onStamp
  }

  read(data: Buffer, from: number, to: number): void {
    let at = from
    if (this.tail !== "") {
      const missing = stampDigits - this.tail.length + 1
      this.onStamp(Number((this.tail + data.toString("latin1", from, from + missing)).slice(1)))
      this.tail = ""
      at = from + missing
    }
    for (;;) {
      const found = data.indexOf(markByte, at)
      if (found < 0 || found >= to) return
      if (found + 1 + stampDigits > to) {
        this.tail = data.toString("latin1", found, to)
        return
      }
      this.onStamp(Number(data.toString("latin1", found + 1, found + 1 + stampDigits)))
      at = found + 1 + stampDigits
    }
  }
}
