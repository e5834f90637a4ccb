import { type OurFacts, robots, watched } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { bridge } from "./dialects.ts"

const [calm, alarming] = [0, 20]
/** Until an event that has not come is lost. */
const patienceMs = 3000

let bridges: ReadonlyArray<RawWebSocket> = []
/** By robot id: the robot's place, and when its event is due since. */
const due = new Map<string, number>()
let values: Array<number> = []
let facts: OurFacts
const states = new Map<number, number>()

const open = async (given: OurFacts) => {
  facts = given
  const listener = await RawWebSocket.open(`${facts.url.replace("http", "ws")}/realtime`)
  listener.send(JSON.stringify({ type: "auth", token: facts.ownerToken }))
  await listener.next((text) => text.includes(`"auth_ok"`))
  listener.onMessage = (data, from, to) => {
    const text = data.toString("utf8", from, to)
    if (!text.includes(`"kind":"alert"`)) return
    const { robot_id } = JSON.parse(text) as { readonly robot_id: string }
    const since = due.get(robot_id)
    if (since === undefined) return
    values.push(performance.now() - since)
    due.delete(robot_id)
  }
  listener.send(`{"type":"org_event_subscribe"}`)
  bridges = await Promise.all(Array.from({ length: robots }, (_, robot) => bridge(facts, robot)))
}

/** Each sample fires a robot's alert or ends it. `missing` are those whose event never came. */
const moves = async (asked: { readonly ms: number; readonly perSecond: number; readonly serverPid: number }) => {
  values = []
  due.clear()
  const cost = costs(asked.serverPid)
  let late = 0
  const { count } = await steadily(asked.ms, asked.perSecond, (index, dueMs) => {
    const robot = index % robots
    const value = states.get(robot) === alarming ? calm : alarming
    const { id } = facts.robots[robot]!
    if (due.has(id)) late++
    states.set(robot, value)
    due.set(id, dueMs)
    bridges[robot]!.send(JSON.stringify({ type: "datapoint", slug: watched, value, timestamp_ms: Date.now() }))
  })
  const until = performance.now() + patienceMs
  while (due.size > 0 && performance.now() < until) await sleep(5)
  const { p50, p99 } = latencies(values)
  return { moves: count, p50_ms: p50, p99_ms: p99, missing: due.size + late, ...cost(count) }
}

answer({}, { open, moves })
