import { answer } from "../support/Answers.ts"
import type { RawWebSocket } from "../support/RawWebSocket.ts"
import { steadily } from "../support/Schedule.ts"
import { type OurFacts, reading } from "../servers/facts.ts"
import { bridge } from "./dialects.ts"

/** Bridges that play: many robots with one datapoint, or one robot with many. */
let stop = () => Promise.resolve()

/** Plays in the background, `perSecond` events of which each is told its number, until it is stopped. */
const play = (perSecond: number, act: (index: number) => void) => {
  const over = new AbortController()
  const playing = (async () => {
    while (!over.signal.aborted) await steadily(500, perSecond, act, "idle")
  })()
  return async () => {
    over.abort()
    await playing
  }
}

const open = async (facts: OurFacts, count: number): Promise<ReadonlyArray<RawWebSocket>> => {
  const bridges: Array<RawWebSocket> = []
  for (let from = 0; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, (_, index) => bridge(facts, from + index))
    bridges.push(...(await Promise.all(some)))
  }
  return bridges
}

const sampleOf = (slug: string, value: number) =>
  JSON.stringify({ type: "datapoint", slug, value: Math.round(value * 1000) / 1000, timestamp_ms: Date.now() })

interface Crowd {
  readonly facts: OurFacts
  readonly robots: number
  readonly hz: number
}

/** Each robot sends a new value so many times a second, one robot after the other. */
const crowd = async ({ facts, hz, robots }: Crowd) => {
  const bridges = await open(facts, robots)
  let sent = 0
  const end = play(robots * hz, () => {
    const robot = sent % robots
    bridges[robot]!.send(sampleOf(reading, 50 + 40 * Math.sin(sent / robots / 7 + robot)))
    sent++
  })
  stop = async () => {
    await end()
    for (const each of bridges) each.close()
  }
  return { robots: bridges.length }
}

interface Charts {
  readonly facts: OurFacts
  readonly slugs: ReadonlyArray<string>
  readonly hz: number
}

/** The first robot sends a new value of each slug so many times a second. */
const charts = async ({ facts, hz, slugs }: Charts) => {
  const [only] = await open(facts, 1)
  let round = 0
  const end = play(hz, () => {
    round++
    for (const [index, slug] of slugs.entries())
      only!.send(sampleOf(slug, Math.sin(round / 20 + index) * 100 + round / 1000))
  })
  stop = async () => {
    await end()
    only!.close()
  }
  return { slugs: slugs.length }
}

answer(null, {
  crowd,
  charts,
  stop: async () => {
    await stop()
    stop = () => Promise.resolve()
    return null
  }
})
