import type { ByteReader } from "./ByteReader.ts"
import { type HttpHead, unreadable } from "./readHead.ts"

const maxLine = 4096

/** The Content-Length; undefined where it is missing or not a number. */
const lengthOf = ({ headers }: HttpHead): number | undefined => {
  const given = new Set(
    (headers.get("content-length") ?? []).flatMap((value) => value.split(",")).map((each) => each.trim())
  )
  const lengths = [...given].filter((value) => /^\d{1,15}$/.test(value)).map(Number)
  if (new Set(lengths).size > 1) throw unreadable(`The camera's answer has several lengths: ${lengths.join(", ")}.`)
  return lengths[0]
}

const exactly = async function* (reader: ByteReader, length: number) {
  for (let left = length; left > 0;) {
    const piece = await reader.some(left)
    if (piece === null) throw new Error("it ended the connection within its answer")
    left -= piece.length
    yield piece
  }
}

const chunks = async function* (reader: ByteReader) {
  while (true) {
    const line = await reader.line(maxLine)
    const size = /^\s*([0-9a-f]{1,8})\s*(?:;.*)?$/i.exec(line ?? "")?.[1]
    if (size === undefined) throw unreadable("The parts of the camera's answer have no sizes (chunked).")
    if (Number.parseInt(size, 16) === 0) return
    yield* exactly(reader, Number.parseInt(size, 16))
    if ((await reader.line(maxLine)) !== "")
      throw unreadable("A part of the camera's answer has another size (chunked).")
  }
}

const untilEnd = async function* (reader: ByteReader) {
  for (let piece = await reader.some(); piece !== null; piece = await reader.some()) yield piece
}

/** The body of an answer, as it comes. */
export const readBody = (reader: ByteReader, head: HttpHead): AsyncIterator<Uint8Array> => {
  const coding = head.headers.get("transfer-encoding")?.join(", ").toLowerCase() ?? "identity"
  if (coding === "chunked") return chunks(reader)
  if (coding !== "identity") throw unreadable(`The camera's answer is encoded as ${coding}.`)
  const length = lengthOf(head)
  return length === undefined ? untilEnd(reader) : exactly(reader, length)
}
