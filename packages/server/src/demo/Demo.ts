import { Clock, Console, Effect, Option, Schedule } from "effect"
import { join } from "node:path"
import { DeveloperAuth } from "../auth/DeveloperAuth.ts"
import { Latest } from "../robots/datapoints/Latest.ts"
import { Settings } from "../Settings.ts"
import { type DemoFacts, readFacts, writeFacts, writePrivate } from "./DemoFacts.ts"
import { demoJson, demoPage } from "./DemoPage.ts"
import { startDemoRobots } from "./DemoRobots.ts"
import { seedDemo } from "./DemoSeed.ts"

/** The facts of an earlier start, or a fresh seed. */
const facts = Effect.fnUntraced(function* (folder: string) {
  const file = join(folder, "demo-facts.json")
  const known = yield* readFacts(file)
  if (Option.isSome(known)) return known.value
  yield* Console.log("First start: seeding a demo org with three robots, an app, its user and a server key.")
  const seeded = yield* Effect.catchTag(seedDemo, "email_taken", () =>
    Effect.die(
      new Error(`The database has a demo org, but ${file} with its secrets is gone. Delete ${folder} to begin again.`)
    )
  )
  yield* writeFacts(file, seeded)
  return seeded
})

const flowing = ({ robots }: DemoFacts) =>
  Effect.gen(function* () {
    const latest = yield* Latest
    return robots
      .filter(({ simulated }) => simulated)
      .every(({ id, slugs }) => slugs.datapoints.some((slug) => latest.peek(id, slug) !== undefined))
  })

/** Seeds on the first start, runs the robots, and prints how to use it once their data flows. */
export const runDemo = Effect.gen(function* () {
  const { baseUrl, dataFolder } = yield* Settings
  const auth = yield* DeveloperAuth
  const began = yield* Clock.currentTimeMillis
  const known = yield* facts(dataFolder)
  const owner = { ...known.owner, tier: "owner", tokens: yield* auth.mint(known.owner.email) } as const
  const developer = { ...known.developer, tier: "developer", tokens: yield* auth.mint(known.developer.email) } as const

  yield* Console.log("Starting two simulated robots and their bridges.")
  yield* startDemoRobots(known.robots, baseUrl, join(dataFolder, "bridges"))
  const waited = yield* flowing(known).pipe(
    Effect.repeat({ until: (flows) => flows, schedule: Schedule.spaced("100 millis") }),
    Effect.timeoutOption("60 seconds")
  )
  yield* writePrivate(join(dataFolder, "demo.json"), demoJson(known, baseUrl, [owner, developer]))
  const seconds = (((yield* Clock.currentTimeMillis) - began) / 1000).toFixed(1)
  yield* Console.log(
    Option.isSome(waited)
      ? `Data flows after ${seconds} s.`
      : "The robots have not sent anything for a minute; their log lines above may say why."
  )
  yield* Console.log(demoPage(known, baseUrl, dataFolder))
})
