import { type Figures, measure, type Row, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { type Plan, roundsSaid } from "../support/Plan.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"
import type { PeerFacts } from "../servers/facts.ts"

const stores = ["folder", "S3"] as const
type Store = (typeof stores)[number]
const manyFiles = { bytes: 1_000_000, files: 200 }
const largest = 1_000_000_000

export const uploadTo = (store: Store) => `${store}, upload of ${largest / 1e6} MB`
export const filesIn = (store: Store) => `${store}, ${manyFiles.files} files of 1 MB`
export const forged = "links that nobody made"

/** Every byte that comes back is compared by SHA-256. */
export const inStore = async (store: Store, plan: Plan, rounds: number): Promise<ReadonlyArray<Row>> => {
  const bytes = plan.pick(largest, largest / 10)
  const databaseUrl = await temporaryDatabase()
  const bucket = store === "S3" ? await start<PeerFacts>("servers/s3.ts", { core: "load" }) : null
  const key = { S3_REGION: "us-east-1", S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" }
  const server = await startOurs({
    ...(databaseUrl === null ? {} : { databaseUrl }),
    env: bucket === null ? {} : { ...key, S3_BUCKET_URL: bucket.facts.url }
  })
  const load = await start("loads/assets.ts", { core: "load" })
  const ask = (name: string, rest: object) =>
    load.ask<Figures>(name, { facts: server.facts, serverPid: server.pid, ...rest })
  // What a server takes once for all, such as compiled code, is not the file's.
  await ask("upload", { bytes: 20_000_000 })
  await ask("download", { bytes: 20_000_000 })
  const links = await start("loads/forgedLinks.ts", { core: "load" })
  const size = `${bytes / 1e6} MB`
  const subjects = [
    { name: `${store}, upload of ${size}`, run: () => ask("upload", { bytes }) },
    { name: `${store}, download of ${size}`, run: () => ask("download", { bytes }) },
    { name: filesIn(store), run: () => ask("files", manyFiles) },
    ...(store === "folder"
      ? [
          {
            name: forged,
            run: () => links.ask<Figures>("tried", { facts: server.facts, links: plan.pick(10_000, 3_000) })
          }
        ]
      : [])
  ]
  const rows = await measure(subjects, rounds)
  for (const program of [links, load, server, bucket]) await program?.stop()
  return rows
}

export const assets: Scenario = {
  name: "assets",
  about: "one file of a robot as large as may be, and 200 smaller ones, there and back, in a folder and in S3",
  run: async (plan) => {
    const rounds = plan.rounds(1)
    const rows: Array<Row> = []
    for (const store of stores) rows.push(...(await inStore(store, plan, rounds)))
    return {
      rows,
      notes: [
        `${roundsSaid(rounds)}. Every byte that came back was compared by SHA-256. The bucket is s3rver, beside the load.`,
        "grown_mb is the server's most resident memory meanwhile, above that before; resident_mb is the whole of it."
      ],
      ratios: {}
    }
  }
}
