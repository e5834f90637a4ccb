import { McapWriter } from "@mcap/core"
import { Effect, Stream } from "effect"
import type { PageSample } from "../../history/historyRequests.ts"
import type { JsonSchema } from "./jsonSchemaOf.ts"

/** What an MCAP file says of its only channel. */
export interface McapChannel {
  readonly topic: string
  /** Of the values, whose messages are `{"value": …}`. */
  readonly typeName: string
  readonly value: JsonSchema | null
  readonly metadata: Readonly<Record<string, string>>
}

/** Bytes before compression that readers load at once. */
const chunkSize = 256 * 1024
const nanoseconds = 1_000_000n

const text = (value: string) => new TextEncoder().encode(value)

/** Takes what the writer writes, until it is asked for. */
const makeSink = () => {
  let parts: Array<Uint8Array> = []
  let written = 0n
  return {
    writable: {
      position: () => written,
      // The writer goes on with the same buffer.
      write: async (bytes: Uint8Array) => {
        parts.push(bytes.slice())
        written += BigInt(bytes.length)
      }
    },
    taken: (): ReadonlyArray<Uint8Array> => {
      const all = parts
      parts = []
      return all
    }
  }
}

/** Samples as an MCAP file with one channel of JSON messages, logged and published at their capture time. */
export const mcapFile = <E>(
  pages: Stream.Stream<ReadonlyArray<PageSample>, E>,
  { metadata, topic, typeName, value }: McapChannel
): Stream.Stream<Uint8Array, E> =>
  Stream.unwrap(
    Effect.sync(() => {
      const { taken, writable } = makeSink()
      const writer = new McapWriter({ writable, chunkSize })
      let channelId = 0
      let sequence = 0
      const written = (work: () => Promise<void>) =>
        Effect.promise(async () => {
          await work()
          return taken()
        })

      const head = written(async () => {
        await writer.start({ profile: "", library: "fleet" })
        const schema = { type: "object", properties: value === null ? {} : { value } }
        const schemaId = await writer.registerSchema({
          name: typeName,
          encoding: "jsonschema",
          data: text(JSON.stringify(schema))
        })
        channelId = await writer.registerChannel({
          schemaId,
          topic,
          messageEncoding: "json",
          metadata: new Map(Object.entries(metadata))
        })
      })
      const page = (samples: ReadonlyArray<PageSample>) =>
        written(async () => {
          for (const { json, timestamp_ms } of samples) {
            const logTime = BigInt(timestamp_ms) * nanoseconds
            const data = text(`{"value":${json ?? "null"}}`)
            await writer.addMessage({ channelId, sequence: sequence++, logTime, publishTime: logTime, data })
          }
        })
      const tail = written(() => writer.end())

      return Stream.fromEffect(head).pipe(
        Stream.concat(Stream.mapEffect(pages, page)),
        Stream.concat(Stream.fromEffect(tail)),
        Stream.flatMap((parts) => Stream.fromIterable(parts))
      )
    })
  )
