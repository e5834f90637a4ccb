import { CameraFault } from "../CameraFault.ts"
import { type ByteReader, firstBytes } from "./ByteReader.ts"

/** Bytes of a head, at most. */
const maxHead = 16_384

/** What an answer begins with. Names of headers are in lower case. */
export interface HttpHead {
  readonly status: number
  readonly headers: ReadonlyMap<string, ReadonlyArray<string>>
}

export const unreadable = (message: string) => new CameraFault({ code: "unsupported", message })

const statusLine = /^(?:HTTP\/\d(?:\.\d)?|ICY)[ \t]+(\d{3})(?:[ \t]|$)/i
const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/
const folded = /^[ \t]+(.*)$/

const oneHead = async (reader: ByteReader): Promise<HttpHead> => {
  let left = maxHead
  const next = async () => {
    const line = await reader.line(left)
    if (line === null) throw unreadable(`The head of the camera's answer does not end within ${maxHead} bytes.`)
    left -= line.length + 1
    return line
  }
  const start = (await reader.peek(8)).subarray(0, 8).toString("latin1")
  if (start === "") throw new Error("it ended the connection without an answer")
  if (!/^\s*(?:HTTP|ICY)/i.test(start))
    throw unreadable(`The camera's answer is no HTTP: ${firstBytes(await reader.peek(8))}`)
  let first = await next()
  while (first.trim() === "") first = await next()
  const status = statusLine.exec(first)?.[1]
  if (status === undefined)
    throw unreadable(`The camera's answer is no HTTP: ${firstBytes(Buffer.from(first, "latin1"))}`)
  const headers = new Map<string, Array<string>>()
  let last: Array<string> | null = null
  for (let line = await next(); line !== ""; line = await next()) {
    const more: string | undefined = folded.exec(line)?.[1]
    if (more !== undefined) {
      if (last !== null) last.push(`${last.pop()} ${more.trim()}`)
      continue
    }
    const [, name, value = ""] = header.exec(line) ?? []
    // A line that is no header is left out, as browsers do.
    last = name === undefined ? null : (headers.get(name.toLowerCase()) ?? [])
    last?.push(value.trim())
    if (name !== undefined && last !== null) headers.set(name.toLowerCase(), last)
  }
  return { status: Number(status), headers }
}

/** The head of a camera's answer, after those of status 1xx. Throws a CameraFault where it has no head. */
export const readHead = async (reader: ByteReader): Promise<HttpHead> => {
  let head = await oneHead(reader)
  while (head.status < 200) head = await oneHead(reader)
  return head
}
