import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { OurFacts } from "../servers/facts.ts"
import { copyMigrated } from "./BareDatabase.ts"
import { type Core, type Program, start, stoppable } from "./Program.ts"

/** What signs access tokens, so that a peer can check them. */
export const signingKey = "a signing key that only benchmarks know"

export interface OursOptions {
  readonly core?: Core
  readonly databaseUrl?: string
  readonly nodeArgs?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  /** Robots beside the first ones, with datapoints only. */
  readonly more?: number
}

/** The service under test, seeded, with a data folder that goes when it stops. */
export const startOurs = async ({
  core = "server",
  databaseUrl,
  env = {},
  more = 0,
  nodeArgs = []
}: OursOptions = {}): Promise<Program<OurFacts>> => {
  const folder = await mkdtemp(join(tmpdir(), "fleet-bench-"))
  if (databaseUrl === undefined) await copyMigrated(join(folder, "db"))
  const program = await start<OurFacts>("servers/ours.ts", {
    core,
    startsOn: "any",
    nodeArgs,
    env: {
      HOST: "127.0.0.1",
      PORT: "0",
      FLEET_DATA: folder,
      LOG_LEVEL: "error",
      LOG_FORMAT: "json",
      DRAIN_SECONDS: "0",
      DATABASE_URL: databaseUrl ?? "",
      FLEET_SECRET: signingKey,
      BENCH_ROBOTS: String(more),
      ...env
    }
  })
  const stop = stoppable(async () => {
    await program.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { ...program, stop }
}
