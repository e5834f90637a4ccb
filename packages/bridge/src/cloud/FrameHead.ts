import { Count } from "@fleet/domain/Wire"
import { Option, Schema } from "effect"

/** What is read of a frame that is too large to be read as a whole. */
export interface FrameHead {
  readonly type: string | undefined
  readonly version: number | undefined
}

/** A value of the head is no longer than this, quotes included. */
const maxValue = 102

const quote = 0x22
const colon = 0x3a
const backslash = 0x5c
const opening: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b])
const closing: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d])
const comma = 0x2c

const decodeType = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.String))
const decodeVersion = Schema.decodeUnknownOption(Schema.fromJsonString(Count))

/** Behind the closing quote of the string that begins before `at`. */
const endOfString = (bytes: Buffer, at: number): number => {
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at + 1
}

/** Where the value that begins at `at` ends: at the comma or bracket behind it. */
const endOfValue = (bytes: Buffer, at: number): number => {
  for (let depth = 0; at < bytes.length;) {
    const byte = bytes[at]
    if (depth === 0 && (byte === comma || closing.has(byte))) return at
    if (opening.has(byte)) depth += 1
    else if (closing.has(byte)) depth -= 1
    at = byte === quote ? endOfString(bytes, at + 1) : at + 1
  }
  return at
}

/** Reads type and version of a frame, wherever they stand, without reading what stands between. */
export const readHead = (bytes: Buffer): FrameHead => {
  let type: string | undefined
  let version: number | undefined
  for (let at = 0; type === undefined || version === undefined;) {
    const from = bytes.indexOf(quote, at)
    const behindKey = from < 0 ? -1 : bytes.indexOf(colon, endOfString(bytes, from + 1))
    if (behindKey < 0) break
    const key = bytes.toString("utf8", from, Math.min(behindKey, from + maxValue)).trim()
    at = endOfValue(bytes, behindKey + 1)
    if (at - behindKey > maxValue) continue
    const value = bytes.toString("utf8", behindKey + 1, at)
    if (key === '"type"') type = Option.getOrUndefined(decodeType(value))
    if (key === '"version"') version = Option.getOrUndefined(decodeVersion(value))
  }
  return { type, version }
}
