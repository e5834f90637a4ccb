import { assert, describe, it } from "@effect/vitest"
import { slowMark } from "@fleet/server/realtime/SocketWriter"
import { aSocketWriter, frameOf } from "./socketWriterWorld.ts"

/** Numbers below `limit`, the same for the same seed. */
const numbers = (seed: number) => {
  let state = seed
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

interface Told {
  readonly topic: number
  readonly name: string
  readonly bytes: number
}

/** What a writer is to do, without a thought for speed. */
class Model {
  /** Everything that must have left, in order. */
  readonly out: Array<string> = []
  conflated = 0
  delivered = 0
  private holds = 0
  private waiting: Array<Told> = []
  /** The newest of each topic, in the order in which the topics began to wait; null while samples leave one by one. */
  private newest: Array<Told> | null = null
  private pendingBytes = 0
  private socketBytes = 0
  private awaitsDrain = false

  send({ bytes, name }: Told): void {
    this.out.push(name)
    this.pendingBytes += bytes
  }

  message(told: Told): void {
    if (this.holds > 0) this.waiting.push(told)
    else this.send(told)
  }

  sample(told: Told): void {
    const isHeld = this.holds > 0
    if (!isHeld && this.newest === null && this.pendingBytes + this.socketBytes > slowMark) this.flush()
    if (isHeld || this.newest !== null || this.socketBytes > slowMark) {
      this.newest ??= []
      if (!isHeld) this.awaitsDrain = true
      const index = this.newest.findIndex(({ topic }) => topic === told.topic)
      if (index < 0) this.newest.push(told)
      else {
        this.conflated++
        this.newest[index] = told
      }
    } else {
      this.delivered++
      this.send(told)
    }
  }

  drop(topic: number): void {
    this.newest = this.newest?.filter((told) => told.topic !== topic) ?? null
    this.waiting = this.waiting.filter((told) => told.topic !== topic)
  }

  hold(): void {
    this.holds++
  }

  resume(): boolean {
    if (this.holds === 0) return false
    if (--this.holds > 0) return true
    const { waiting } = this
    this.waiting = []
    for (const told of waiting) this.send(told)
    if (this.newest !== null) this.catchUp()
    return true
  }

  flush(): void {
    this.socketBytes += this.pendingBytes
    this.pendingBytes = 0
  }

  read(): void {
    if (this.socketBytes === 0) return
    this.socketBytes = 0
    if (!this.awaitsDrain) return
    this.awaitsDrain = false
    this.catchUp()
  }

  private catchUp(): void {
    const { newest } = this
    this.newest = null
    for (const told of newest ?? []) this.sample(told)
    this.flush()
  }
}

const sizes = [40, 3_000, 30_000, slowMark + 1]

describe("a socket's writer", () => {
  it("a socket's writer behaves as its model in any sequence of calls and at any reading speed", async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const pick = numbers(seed)
      const { counters, given, writer, socket } = aSocketWriter()
      const topics = [{}, {}, {}, {}]
      const model = new Model()
      /** The numbers of the frames of a topic that may not leave any more. */
      const forbidden = new Set<string>()
      const open = new Map<string, number>()
      for (let step = 0; step < 150; step++) {
        const topic = pick(topics.length)
        const told = { topic, name: `${topic}.${step}`, bytes: sizes[pick(sizes.length)]! }
        const frame = frameOf(told.name, told.bytes)
        switch (pick(9)) {
          case 0:
            writer.send(frame)
            model.send(told)
            break
          case 1:
          case 2:
            writer.message(topics[topic]!, frame)
            model.message(told)
            open.set(told.name, topic)
            break
          case 3:
          case 4:
            writer.sample(topics[topic]!, frame)
            model.sample(told)
            open.set(told.name, topic)
            break
          case 5:
            writer.drop(topics[topic]!)
            model.drop(topic)
            for (const [name, of] of open) {
              if (of === topic && !model.out.includes(name)) forbidden.add(name)
            }
            break
          case 6:
            if (pick(3) > 0) break
            writer.hold()
            model.hold()
            break
          case 7:
            if (model.resume()) writer.resume()
            break
          case 8:
            writer.flush()
            model.flush()
            socket.read()
            model.read()
        }
        if (given.tooSlow > 0) break
      }
      if (given.tooSlow > 0) continue
      while (model.resume()) writer.resume()
      for (let round = 0; round < 20; round++) {
        writer.flush()
        model.flush()
        socket.read()
        model.read()
      }
      const { names } = socket
      assert.deepStrictEqual(names, model.out, `seed ${seed}`)
      assert.deepStrictEqual(
        [counters.samples_delivered_total, counters.samples_conflated_total],
        [model.delivered, model.conflated],
        `seed ${seed}`
      )
      for (const name of names) assert.isFalse(forbidden.has(name), `${name} of seed ${seed} was dropped`)
      assert.strictEqual(new Set(names).size, names.length)
    }
  })
})
