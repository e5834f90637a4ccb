import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { defaultQuotas, Quotas } from "@fleet/server/plans/Quotas"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Serve } from "@fleet/server/Serve"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { answer } from "../support/Answers.ts"
import { busyWith, prepareBusy } from "./BusyDatabase.ts"
import { cloneRobots } from "./cloneRobots.ts"
import { compact } from "./compact.ts"
import type { OurFacts } from "./facts.ts"
import { fillBlocks, type Filling } from "./fillBlocks.ts"
import { openBusInlet, openRecorderOutlet } from "./inlets.ts"
import { memory } from "./memory.ts"
import { seed } from "./seed.ts"
import { watchTurns } from "./turns.ts"

/** Whoever measures how much a server takes has no ceiling of an org in the way. */
const ceilings = Layer.succeed(Quotas, () => ({
  ...defaultQuotas,
  max_robots: Number.MAX_SAFE_INTEGER,
  max_realtime_connections: Number.MAX_SAFE_INTEGER,
  max_retention_bytes: Number.MAX_SAFE_INTEGER,
  max_retention_writes_per_minute: Number.MAX_SAFE_INTEGER
}))

/** The service as it is started, seeded; BENCH_ROBOTS says how many robots it has beside the first, BENCH_ACCOUNTS how many accounts. */
const program = Effect.gen(function* () {
  const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const { facts: seeded, template } = yield* seed(
    Number(process.env["BENCH_ROBOTS"] ?? 0),
    Number(process.env["BENCH_ACCOUNTS"] ?? 0)
  )
  const sql = yield* SqlClient.SqlClient
  const facts: OurFacts = {
    ...seeded,
    url,
    busUrl: yield* openBusInlet(seeded.robots[0]!.id),
    recorderUrl: yield* openRecorderOutlet
  }
  const counters = yield* Counters
  const run = Effect.runPromiseWith(yield* Effect.context<Counters | SqlClient.SqlClient | Transaction>())
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof seed>>>()
  const another = (accounts: number) =>
    Effect.map(seed(0, accounts), (other): OurFacts => ({ ...facts, ...other.facts })).pipe(
      Effect.runPromiseWith(services)
    )
  answer(facts, {
    another,
    turns: watchTurns().turns,
    memory,
    prepareBusy: () => Effect.runPromise(prepareBusy(sql)),
    busy: busyWith(sql),
    clone: (count: number) => Effect.runPromise(cloneRobots(sql, template, count)),
    compact: () => run(compact),
    forgetCalls: () => Effect.runPromise(sql`DELETE FROM rate_limit_windows`),
    fillBlocks: (filling: Filling) => run(fillBlocks(filling)),
    counters: () => ({ ...counters }),
    received: () => ({ samples: counters.samples_received_total, atMs: performance.now() })
  })
  return yield* Effect.never
})

program.pipe(
  Effect.scoped,
  Effect.provide(
    Serve.pipe(Layer.provide(ceilings), Layer.provide(Settings.layer), Layer.provideMerge(NodeServices.layer))
  ),
  NodeRuntime.runMain
)
