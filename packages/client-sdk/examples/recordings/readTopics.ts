import { McapIndexedReader } from "@mcap/core"

/** What an MCAP file says of one of its topics. */
export interface TopicInside {
  readonly topic: string
  readonly type: string
  readonly messages: number
}

/** Reads what is in an MCAP file from its index, a part at a time: the messages themselves are not fetched. */
export const readTopics = async (url: string) => {
  let bytesRead = 0
  const part = async (from: number, to: number) => {
    const answer = await fetch(url, { headers: { range: `bytes=${from}-${to}` } })
    if (!answer.ok) throw new Error(`The file is not there any more: ${answer.status}.`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    bytesRead += bytes.length
    return { bytes, size: Number(answer.headers.get("content-range")?.split("/")[1] ?? bytes.length) }
  }
  const { size } = await part(0, 0)
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(size),
      read: async (offset, length) => (await part(Number(offset), Number(offset + length) - 1)).bytes
    }
  })
  const topics = Array.from(reader.channelsById.values(), ({ id, schemaId, topic }): TopicInside => {
    const messages = Number(reader.statistics?.channelMessageCounts.get(id) ?? 0n)
    return { topic, type: reader.schemasById.get(schemaId)?.name ?? "", messages }
  })
  return { size, bytesRead, topics: topics.toSorted((one, other) => one.topic.localeCompare(other.topic)) }
}
