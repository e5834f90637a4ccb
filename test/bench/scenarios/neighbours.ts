import { attacks } from "../loads/attacks.ts"
import type { OurFacts } from "../servers/facts.ts"
import type { Turns } from "../servers/turns.ts"
import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { signingIn, timesAlone } from "../support/Neighbours.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"
import { sleep } from "../support/Schedule.ts"

export const alone = "alone"
export const beside = Object.keys(attacks)

/** `BENCH_ATTACKS` is a part of the names of those that run; all without it. */
const isAsked = (name: string) => name.includes(process.env["BENCH_ATTACKS"] ?? "")

/** Robots of the attacker beside the first. */
const more = 1000
/** What an attack left under way has ended after so long. */
const settleMs = 3000

/** Limits that count an address or a person would refuse the quiet tenant what comes from the attacker's. */
const limits = ["client_login", "client_login_account", "session"].map((bucket) => `${bucket}=100000000`).join(" ")

export const neighbours: Scenario = {
  name: "neighbours",
  about:
    "a quiet tenant's reads, commands and sign-ins beside what another one sends to do harm, 4 callers with 10 requests a second each",
  run: async (plan) => {
    const ms = plan.pick(20_000, 5000)
    const databaseUrl = await temporaryDatabase()
    const server = await startOurs({
      ...(databaseUrl === null ? {} : { databaseUrl }),
      env: { RATE_LIMITS: limits },
      more
    })
    const quietFacts = await server.ask<OurFacts>("another", signingIn)
    const quiet = await start("loads/quietTenant.ts", { core: "load" })
    await quiet.ask("open", quietFacts)
    const offered = async (): Promise<Figures> => {
      await server.ask("turns")
      const figures = await quiet.ask<Figures>("offer", { ms })
      const { long, most_ms, share } = await server.ask<Turns>("turns")
      return { ...figures, turn_most_ms: most_ms, long_turns: long, main_share: share }
    }
    // What is compiled and cached once for all is no tenant's.
    await quiet.ask("offer", { ms: 2000 })
    let before: Figures = {}
    const subjects: ReadonlyArray<Subject> = [
      {
        name: alone,
        run: async () => {
          before = await offered()
          return { ...before, ...timesAlone(before, before), sent: 0, turned_away: 0 }
        }
      },
      ...beside.filter(isAsked).map((name) => ({
        name,
        run: async () => {
          const attacker = await start("loads/attacker.ts", { core: "load" })
          await attacker.ask("prepare", { facts: server.facts, name })
          const attacking = attacker.ask<Figures>("attack", { ms: ms + 500 })
          await sleep(500)
          const figures = await offered()
          const { sent, turned_away } = await attacking
          await attacker.stop()
          await sleep(settleMs)
          return { ...figures, ...timesAlone(before, figures), sent: sent!, turned_away: turned_away! }
        }
      }))
    ]
    const rounds = plan.rounds(1)
    return {
      rows: await measure(subjects, rounds),
      notes: [
        plan.said(rounds, ms),
        "_times: of the p99 alone in the same round, which counts as at least 20 ms for reads, 40 for commands, 200 for sign-ins.",
        "turn_most_ms: the most processor time of the main thread between two waits for something to do; long_turns: those over 100 ms.",
        "main_share: the main thread's processor time, of a core: what the machine's other work does not change.",
        "sent, turned_away: the attacker's requests, and those answered with 429 or 503. quiet_failed: the quiet tenant's that did not end well."
      ],
      ratios: {}
    }
  }
}
