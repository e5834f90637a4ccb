import { accounts, type OurFacts } from "../servers/facts.ts"
import { type Figures, measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { type Program, start } from "../support/Program.ts"

const subscribers = 25
const perSecond = 200
/** Until the first sign-ins of a flood, which all come at once, are through. */
const settlingMs = 1500
const connections = 32
/** As PASSWORD_CONCURRENCY is by default. */
const atATime = 2

const unlimited = [
  "client_login",
  "client_login_account",
  "session",
  "login_code",
  "register",
  "resend_verification",
  "password_reset"
]
const env = {
  RATE_LIMITS: unlimited.map((bucket) => `${bucket}=100000000`).join(" "),
  BENCH_ACCOUNTS: String(accounts)
}

const paths = [
  "/api/client/login",
  "/api/client/login/code",
  "/api/client/register",
  "/api/client/resend-verification",
  "/api/client/password/reset"
]

export const signIns: Scenario = {
  name: "signins",
  about: `password sign-ins and refreshed sessions on one core over ${connections} connections, what a flood of them does to ${subscribers * perSecond} deliveries per second, and what an answer's time tells of an address`,
  run: async (plan) => {
    const ms = plan.pick(5000, 800)
    const argon = await start("servers/argon.ts", { core: "server" })
    const databaseUrl = await temporaryDatabase()
    const [server, stored] = await Promise.all([
      startOurs({ env }),
      databaseUrl === null ? null : startOurs({ databaseUrl, env })
    ])
    const load = await start("loads/signIns.ts", { core: "load" })
    const watchers = await start("loads/fanout.ts", { core: "load" })
    await watchers.ask("open", { target: { kind: "ours", facts: server.facts, inlet: "bridge" }, count: subscribers })
    const paced = () => watchers.ask<Figures>("paced", { ms, perSecond, serverPid: server.pid })
    const asking = (question: string, { facts, pid }: Program<OurFacts>, forMs = ms) =>
      load.ask<Figures>(question, { facts, connections, ms: forMs, serverPid: pid })
    const subjects: Array<Subject> = [
      { name: "argon2id alone", run: () => argon.ask<Figures>("hashes", { atATime, ms }) },
      { name: "sign-ins on the embedded database", run: () => asking("flood", server) },
      { name: "refreshes on the embedded database", run: () => asking("refresh", server) },
      ...(stored === null
        ? []
        : [
            { name: "sign-ins on Postgres", run: () => asking("flood", stored) },
            { name: "refreshes on Postgres", run: () => asking("refresh", stored) }
          ]),
      { name: "realtime, idle", run: paced },
      {
        name: "realtime, flood of sign-ins",
        run: async () => {
          const flood = asking("flood", server, settlingMs + ms + 500)
          await new Promise((resume) => setTimeout(resume, settlingMs))
          const figures = await paced()
          await flood
          return figures
        }
      },
      ...paths.map((path) => ({
        name: `known or not, ${path}`,
        run: () => load.ask<Figures>("compare", { facts: server.facts, path, pairs: plan.pick(60, 8) })
      }))
    ]
    const rounds = plan.rounds(1)
    const rows = await measure(subjects, rounds)
    return {
      rows,
      notes: [plan.said(rounds, ms), `${atATime} passwords are hashed at a time, argon2id with 19 MiB and 2 passes.`],
      ratios: {
        ...ratio(rows, "sign_ins_per_s", "sign-ins on the embedded database", "argon2id alone"),
        ...ratio(rows, "sign_ins_per_s", "sign-ins on Postgres", "argon2id alone"),
        ...ratio(rows, "p99_ms", "realtime, flood of sign-ins", "realtime, idle")
      }
    }
  }
}
