import { setPriority } from "node:os"
import { Agent } from "undici"
import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { steadily } from "../support/Schedule.ts"
import { type Attack, attacks } from "./attacks.ts"

// The quiet tenant's load is on the same core: what is measured there is the service.
setPriority(10)

const callers = 4
const perCaller = 10
/** Requests of one caller that are under way at most. */
const underWay = 50

let prepared: Attack | undefined

const prepare = async ({ facts, name }: { readonly facts: OurFacts; readonly name: string }) => {
  prepared = await attacks[name]!(facts)
}

const attack = async ({ ms }: { readonly ms: number }) => {
  const agent = new Agent({ connections: callers * underWay, bodyTimeout: 0, headersTimeout: 0 })
  const { close, send } = prepared!
  const count = Array<number>(callers).fill(0)
  const statuses = new Map<number, number>()
  let sent = 0
  const begin = async (index: number) => {
    const caller = index % callers
    if (count[caller]! >= underWay) return
    count[caller]!++
    sent++
    const status = await send(agent, caller, index).catch(() => 0)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    count[caller]!--
  }
  await steadily(ms, callers * perCaller, (index) => void begin(index), "idle")
  close?.()
  await agent.destroy()
  return { sent, turned_away: (statuses.get(429) ?? 0) + (statuses.get(503) ?? 0) }
}

answer({}, { prepare, attack })
