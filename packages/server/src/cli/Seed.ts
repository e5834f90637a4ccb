import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { join } from "node:path"
import { demoSessions, ensureDemo } from "../demo/DemoOrg.ts"
import { writePrivate } from "../demo/DemoFacts.ts"
import { demoJson } from "../demo/DemoPage.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { json } from "./Json.ts"
import { Operator } from "./Operator.ts"

export const seed = Command.make(
  "seed",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { baseUrl, dataFolder } = yield* Settings

    const facts = yield* ensureDemo(dataFolder)
    const text = demoJson(facts, baseUrl, yield* demoSessions(facts))
    const file = join(dataFolder, "demo.json")
    yield* writePrivate(file, text)
    if (json) return yield* Console.log(text)
    yield* Console.log(
      `The org ${facts.org.name} has ${facts.robots.length} robots, the app ${facts.app.identifier} and its people. ` +
        `Their sign-ins are in ${file}.`
    )
  })
).pipe(
  Command.withDescription("Make the demo's org, people, app and robots, without running them"),
  Command.provide(Operator)
)
