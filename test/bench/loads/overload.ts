import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs, cpuSeconds } from "../support/Cpu.ts"
import { sleep } from "../support/Schedule.ts"
import { type Kind, kinds, Mix } from "./mix.ts"

/** Share of the peak that is offered before and after. */
const calm = 0.2
/** The peak is passed where so little of what is offered ends well. */
const enough = 0.9
/** The first rate that is offered, and at how many rates the rise ends. */
const ramp = { perSecond: 1000, steps: 16 }
/** What the search for the peak left under way has ended after so long. */
const settleMs = 2000
/** After the overload, so long is given to come back to normal. */
const respiteMs = 5000

/** What ended well in a stretch of time, in all, of each kind, and for each second of the server's core. */
interface Good {
  readonly perSecond: number
  readonly each: ReadonlyArray<number>
  readonly perCpuSecond: number
  /** What the server used of its core. */
  readonly ofCore: number
}

const offered = async (mix: Mix, serverPid: number, ms: number, rate: number) => {
  const used = cpuSeconds(serverPid)
  const tally = await mix.offer(ms, rate)
  const cpu = cpuSeconds(serverPid) - used
  const good: Good = {
    perSecond: (tally.ends.good * 1000) / ms,
    each: kinds.map((kind) => (tally.goodOf(kind) * 1000) / ms),
    perCpuSecond: tally.ends.good / cpu,
    ofCore: (cpu * 1000) / ms
  }
  return { tally, good }
}

/** The most that ends well, from rates that rise until too little of what is offered does, twice. */
const findPeak = async (mix: Mix, { factor, serverPid, stepMs }: Asked, from = ramp.perSecond): Promise<Good> => {
  let most: Good = { perSecond: 0, each: [], perCpuSecond: 0, ofCore: 0 }
  for (let step = 0, rate = from, failed = 0; step < ramp.steps && failed < 2; step++, rate *= factor) {
    const { good } = await offered(mix, serverPid, stepMs, rate)
    if (good.perSecond > most.perSecond) most = good
    if (good.perSecond < rate * enough) failed++
    await sleep(500)
  }
  return most
}

interface Asked {
  readonly facts: OurFacts
  readonly connections: number
  /** How long the overload is, each step to find the peak, and each measurement of the calm before and after. */
  readonly ms: number
  readonly stepMs: number
  /** By how much each rate of the rise is more than the one before. */
  readonly factor: number
  readonly calmMs: number
  readonly serverPid: number
}

const overload = async (asked: Asked) => {
  const { calmMs, connections, facts, factor, ms, serverPid } = asked
  const mix = new Mix(facts, connections)
  await mix.open()
  const first = await findPeak(mix, asked)
  // What the first rise waited for, such as compiled code, is there now.
  const second = await findPeak(mix, asked, first.perSecond / factor ** 2)
  const peak = first.perSecond > second.perSecond ? first : second
  await sleep(settleMs)
  const before = await mix.offer(calmMs, peak.perSecond * calm)
  const cost = costs(serverPid)
  const { good, tally: under } = await offered(mix, serverPid, ms, 3 * peak.perSecond)
  const { load_cpu, server_cpu } = cost(1)
  const endedMs = performance.now()
  const after = await mix.offer(respiteMs + calmMs, peak.perSecond * calm)
  mix.close()
  const shares = kinds.map((_, index) => good.each[index]! / peak.each[index]!)
  const late = (kind: Kind) => after.p99(kind, endedMs + respiteMs)
  let slowUntilMs = 0
  for (let fromMs = 0; fromMs < respiteMs + calmMs; fromMs += 500) {
    const p99 = after.p99(null, endedMs + fromMs, endedMs + fromMs + 500)
    if (p99 > 2 * before.p99()) slowUntilMs = fromMs + 500
  }
  return {
    peak_per_s: peak.perSecond,
    goodput_per_s: good.perSecond,
    goodput_of_peak: good.perSecond / peak.perSecond,
    per_core_of_peak: good.perCpuSecond / peak.perCpuSecond,
    least_kind_of_peak: Math.min(...shares),
    least_kind_per_core_of_peak: (Math.min(...shares) * peak.ofCore) / good.ofCore,
    ...Object.fromEntries(kinds.map((kind, index) => [`${kind}s_of_peak`, shares[index]!])),
    refused_per_s: (under.ends.refused * 1000) / ms,
    given_up_per_s: (under.ends.given_up * 1000) / ms,
    unsent_per_s: (under.ends.unsent * 1000) / ms,
    failed: under.ends.failed,
    ...Object.fromEntries(kinds.map((kind) => [`${kind}_p99_ms_under`, under.p99(kind)])),
    server_cpu,
    load_cpu,
    ...Object.fromEntries(
      kinds.flatMap((kind) => [
        [`${kind}_p99_ms`, before.p99(kind)],
        [`${kind}_p99_ms_5_s_after`, late(kind)]
      ])
    ),
    worst_p99_5_s_after_of_before: Math.max(...kinds.map((kind) => late(kind) / before.p99(kind))),
    recovery_s: slowUntilMs / 1000
  }
}

answer({}, { overload })
