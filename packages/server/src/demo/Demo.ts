import { Clock, Console, Effect, Option, Schedule } from "effect"
import { join } from "node:path"
import { Latest } from "../robots/datapoints/Latest.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { type DemoFacts, writePrivate } from "./DemoFacts.ts"
import { uploadModels } from "./DemoModels.ts"
import { demoSessions, ensureDemo } from "./DemoOrg.ts"
import { demoJson, demoPage } from "./DemoPage.ts"
import { startDemoRobots } from "./DemoRobots.ts"

/** The datapoint of each model that the page's reader asks for first. */
const awaited = { mobile: "battery", arm: "joints" } as const

const flowing = ({ robots }: DemoFacts) =>
  Effect.gen(function* () {
    const latest = yield* Latest
    return robots
      .filter(({ simulated }) => simulated)
      .every(({ id, model }) => latest.peek(id, awaited[model]) !== undefined)
  })

/** Seeds on the first start, runs the robots, and prints how to use it once their data flows. */
export const runDemo = Effect.gen(function* () {
  const { baseUrl, consoleOrigin, databaseUrl, dataFolder, mailUrl, portalUrl } = yield* Settings
  const outbox = Option.isSome(mailUrl) ? null : `${baseUrl}/dev/outbox`
  const began = yield* Clock.currentTimeMillis
  const known = yield* ensureDemo(dataFolder)

  yield* Console.log("Starting two simulated robots and their bridges.")
  yield* startDemoRobots(known.robots, baseUrl, join(dataFolder, "bridges"))
  const waited = yield* flowing(known).pipe(
    Effect.repeat({ until: (flows) => flows, schedule: Schedule.spaced("100 millis") }),
    Effect.timeoutOption("60 seconds")
  )
  // Without them the example pages lack a body, and nothing else.
  yield* uploadModels(known).pipe(
    Effect.catchCause((cause) => Effect.logWarning("the robots' models could not be uploaded", cause)),
    Effect.forkScoped
  )
  yield* writePrivate(join(dataFolder, "demo.json"), demoJson(known, baseUrl, yield* demoSessions(known)))
  const seconds = (((yield* Clock.currentTimeMillis) - began) / 1000).toFixed(1)
  yield* Console.log(
    Option.isSome(waited)
      ? `Data flows after ${seconds} s.`
      : "The robots have not sent anything for a minute; their log lines above may say why."
  )
  yield* Console.log(
    demoPage(known, {
      baseUrl,
      portalUrl,
      consoleOrigin,
      outbox,
      folder: dataFolder,
      embedded: Option.isNone(databaseUrl)
    })
  )
})
