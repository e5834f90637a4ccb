import { encodeBody, type StoredSample } from "./blockBody.ts"
import { hourOf } from "./calendar.ts"
import { kindOf } from "./kindOf.ts"

/** Samples of one series and one day, compressed, with what aggregates need of them. */
export interface Block {
  readonly fromMs: number
  readonly toMs: number
  readonly count: number
  readonly numbers: number
  /** Values that are neither number nor null. */
  readonly odd: number
  readonly sum: number | null
  readonly min: number | null
  readonly max: number | null
  /** The newest value, null where it is long. */
  readonly last: string | null
  /** Length of the values' JSON text. */
  readonly chars: number
  readonly body: Uint8Array
}

/** An hour with fewer samples shares a block with its neighbours; a block with fewer is written anew with later samples. */
const openBelow = 300

/** A block holds at most an hour of a sample a second, and so many characters unless it is one sample. */
const most = { samples: 3600, characters: 256_000 }

interface Size {
  readonly n: number
  readonly chars: number
}

/** Whether later samples of the same hour are put into a block of this size as well. Long values fill one before. */
export const hasRoom = ({ chars, n }: Size) => n < most.samples && chars < most.characters / 2

/** Whether those of the next hours of the day are, too. */
export const isOpen = (size: Size) => size.n < openBelow && hasRoom(size)

/** A longer newest value is read from the body. */
const lastLength = 64

const blockOf = (samples: ReadonlyArray<StoredSample>): Block => {
  let [numbers, odd, sum, min, max, chars] = [0, 0, 0, Infinity, -Infinity, 0]
  for (const { json } of samples) {
    const kind = kindOf(json)
    chars += json.length
    if (kind === "odd") odd++
    if (kind !== "number") continue
    const value = Number(json)
    numbers++
    sum += value
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  const { json, timestampMs } = samples.at(-1)!
  return {
    fromMs: samples[0]!.timestampMs,
    toMs: timestampMs,
    count: samples.length,
    numbers,
    odd,
    sum: numbers === 0 ? null : sum,
    min: numbers === 0 ? null : min,
    max: numbers === 0 ? null : max,
    last: json.length <= lastLength ? json : null,
    chars,
    body: encodeBody(samples)
  }
}

/**
 * Cuts samples of one day, in order of time, into blocks: at every hour where there are many, and where other blocks
 * begin, so that no two blocks overlap.
 */
export const cutBlocks = (
  samples: ReadonlyArray<StoredSample>,
  others: ReadonlyArray<number> = []
): ReadonlyArray<Block> => {
  let passed = 0
  const blocks: Array<Block> = []
  let open: Array<StoredSample> = []
  const close = () => {
    if (open.length > 0) blocks.push(blockOf(open))
    open = []
  }
  for (const hour of Map.groupBy(samples, ({ timestampMs }) => hourOf(timestampMs)).values()) {
    if (hour.length >= openBelow || open.length >= openBelow) close()
    let characters = open.reduce((sum, { json }) => sum + json.length, 0)
    for (const sample of hour) {
      if (passed < others.length && others[passed]! < sample.timestampMs) {
        close()
        characters = 0
        while (passed < others.length && others[passed]! < sample.timestampMs) passed++
      }
      characters += sample.json.length
      if (open.length >= most.samples || (open.length > 0 && characters > most.characters)) {
        close()
        characters = sample.json.length
      }
      open.push(sample)
    }
  }
  close()
  return blocks
}
