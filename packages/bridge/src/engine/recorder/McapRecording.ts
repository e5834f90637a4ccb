import { McapWriter } from "@mcap/core"
import zlib from "node:zlib"
import { definitionText } from "../../ros/definitionText.ts"
import type { RecordedChannel } from "./RecordedChannels.ts"

/** Bytes before compression that readers load at once. */
const chunkSize = 256 * 1024
const nanoseconds = 1_000_000n
/** What a file has beside its messages: a message's record and index entry, a chunk's records, and the rest. */
const messageBytes = 47
const chunkBytes = 256
const channelIndexBytes = 32
const fixedBytes = 4096

const encoder = new TextEncoder()

/** What a message takes of a file at most. */
export const fileBytesOf = (length: number): number => messageBytes + length

/** What a channel takes with its schema at most. Both are repeated at the end of the file. */
const channelBytes = ({ topic, type }: RecordedChannel): number =>
  2 * (3 * (definitionText(type).text.length + topic.length + type.name.length) + 512)

const chunkBytesWith = (channels: number): number => chunkBytes + channelIndexBytes * channels

/** What a file of so many bytes has beside its messages, if all of these channels are in it. */
export const overheadOf = (channels: ReadonlyArray<RecordedChannel>, maxBytes: number): number =>
  channels.reduce((sum, channel) => sum + channelBytes(channel), fixedBytes) +
  (Math.ceil(maxBytes / chunkSize) + 1) * chunkBytesWith(channels.length)

/** Zstandard where Node has it (22.15 and later); elsewhere chunks stay as they are. */
const compressor = (): ((chunk: Uint8Array) => { compression: string; compressedData: Uint8Array }) | undefined => {
  const compress = zlib.zstdCompressSync as typeof zlib.zstdCompressSync | undefined
  if (compress === undefined) return undefined
  const params = { [zlib.constants.ZSTD_c_compressionLevel]: 1 }
  return (chunk) => {
    const compressedData = compress(chunk, { params })
    if (compressedData.length < chunk.length) return { compression: "zstd", compressedData }
    return { compression: "", compressedData: chunk }
  }
}

/** Writes an MCAP file of at most `maxBytes`, a part at a time: the caller takes the bytes and stores them. */
export class McapRecording {
  readonly #maxBytes: number
  readonly #writer: McapWriter
  readonly #channels = new Map<number, number>()
  #parts: Array<Uint8Array> = []
  #position = 0n
  #sequence = 0
  /** What the file may come to by now, at most. */
  #reserved = fixedBytes
  #chunk = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    const compressChunk = compressor()
    this.#writer = new McapWriter({
      writable: {
        position: () => this.#position,
        // The writer goes on with the same buffer.
        write: async (bytes) => {
          if (bytes.length === 0) return
          this.#parts.push(bytes.slice())
          this.#position += BigInt(bytes.length)
        }
      },
      chunkSize,
      ...(compressChunk === undefined ? {} : { compressChunk })
    })
  }

  get messages(): number {
    return this.#sequence
  }

  start(): Promise<void> {
    return this.#writer.start({ profile: "ros2", library: "fleet-bridge" })
  }

  /** Writes a message, unless the file would grow too large: then nothing, and false. */
  async add(number: number, channel: RecordedChannel, atMs: number, data: Uint8Array): Promise<boolean> {
    const known = this.#channels.get(number)
    const isNewChunk = this.#chunk === 0 || this.#chunk > chunkSize
    const grown =
      fileBytesOf(data.length) +
      (known === undefined ? channelBytes(channel) + channelIndexBytes : 0) +
      (isNewChunk ? chunkBytesWith(this.#channels.size + 1) : 0)
    if (this.#reserved + grown > this.#maxBytes) return false
    this.#reserved += grown
    this.#chunk = (isNewChunk ? 0 : this.#chunk) + fileBytesOf(data.length)
    const logTime = BigInt(Math.floor(atMs)) * nanoseconds
    const message = { sequence: this.#sequence++, logTime, publishTime: logTime }
    if (known !== undefined) {
      await this.#writer.addMessage({ ...message, channelId: known, data })
    } else {
      // The bytes are the caller's, and may change before the channel is there.
      const own = data.slice()
      await this.#writer.addMessage({ ...message, channelId: await this.#declare(number, channel), data: own })
    }
    return true
  }

  async #declare(number: number, { topic, type }: RecordedChannel): Promise<number> {
    const { encoding, text } = definitionText(type)
    const schemaId = await this.#writer.registerSchema({ name: type.name, encoding, data: encoder.encode(text) })
    const id = await this.#writer.registerChannel({ schemaId, topic, messageEncoding: "cdr", metadata: new Map() })
    this.#channels.set(number, id)
    return id
  }

  /** Ends the file with what it is about. */
  async end(about: Readonly<Record<string, string>>): Promise<void> {
    await this.#writer.addMetadata({ name: "fleet", metadata: new Map(Object.entries(about)) })
    await this.#writer.end()
  }

  /** What was written since the last call. */
  take(): ReadonlyArray<Uint8Array> {
    const parts = this.#parts
    this.#parts = []
    return parts
  }
}
