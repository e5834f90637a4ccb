import { zstdCompressSync, zstdDecompressSync } from "node:zlib"

/** A sample as it is kept: the value is the text of a jsonb, which has no line breaks. */
export interface StoredSample {
  readonly timestampMs: number
  readonly json: string
}

/** The first byte of a body says how the rest is to be read. */
const encodings = { plain: 0, zstd: 1 }

/**
 * Encodes samples in order of time. The text is a line with the first time, the second minus the first, and then each
 * difference minus the one before it, and after it a line for each value; compressed where that is shorter.
 */
export const encodeBody = (samples: ReadonlyArray<StoredSample>): Uint8Array => {
  const steps: Array<number> = []
  const lines: Array<string> = [""]
  let time = 0
  let difference = 0
  for (const { json, timestampMs } of samples) {
    const next = steps.length === 0 ? 0 : timestampMs - time
    steps.push(steps.length === 0 ? timestampMs : next - difference)
    difference = next
    time = timestampMs
    lines.push(json)
  }
  lines[0] = steps.join()
  const text = Buffer.from(lines.join("\n"))
  const packed = zstdCompressSync(text)
  const small = packed.length < text.length
  return Buffer.concat([Uint8Array.of(small ? encodings.zstd : encodings.plain), small ? packed : text])
}

const textOf = (body: Uint8Array): string => {
  const rest = body.subarray(1)
  if (body[0] === encodings.zstd) return zstdDecompressSync(rest).toString()
  if (body[0] === encodings.plain) return Buffer.from(rest).toString()
  throw new Error(`The encoding ${body[0]} of a block is not known.`)
}

const timesOf = (line: string): ReadonlyArray<number> => {
  let time = 0
  let difference = 0
  return line.split(",").map((step, index) => {
    if (index === 0) return (time = Number(step))
    difference += Number(step)
    return (time += difference)
  })
}

/** The samples of a body, in order of time. */
export const decodeBody = (body: Uint8Array): ReadonlyArray<StoredSample> => {
  const [line, ...values] = textOf(body).split("\n")
  return timesOf(line!).map((timestampMs, index) => ({ timestampMs, json: values[index]! }))
}

/** The times alone. */
export const decodeTimes = (body: Uint8Array): ReadonlyArray<number> => {
  const text = textOf(body)
  return timesOf(text.slice(0, text.indexOf("\n")))
}
