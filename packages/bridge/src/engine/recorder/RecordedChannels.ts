import type { RosType } from "../../ros/RosType.ts"

/** A topic with the definition that its messages have. */
export interface RecordedChannel {
  readonly topic: string
  readonly type: RosType
}

/** Channels that the ring's messages may be of: fifty topics, and some whose definitions changed meanwhile. */
export const maxChannels = 200

/** The channels of a ring, by numbers that are never given again. */
export class RecordedChannels {
  readonly #channels = new Map<number, RecordedChannel>()
  readonly #newest = new Map<string, number>()
  #next = 0

  get size(): number {
    return this.#channels.size
  }

  get all(): ReadonlyArray<RecordedChannel> {
    return [...this.#channels.values()]
  }

  get(channel: number): RecordedChannel | undefined {
    return this.#channels.get(channel)
  }

  /** The number of a topic's channel; undefined when there is no room for another: the ring is to be cleared then. */
  numberOf(topic: string, type: RosType): number | undefined {
    const newest = this.#newest.get(topic)
    if (newest !== undefined && this.#channels.get(newest)?.type === type) return newest
    if (this.#channels.size >= maxChannels) return undefined
    const number = this.#next++
    this.#channels.set(number, { topic, type })
    this.#newest.set(topic, number)
    return number
  }

  clear(): void {
    this.#channels.clear()
    this.#newest.clear()
  }
}
