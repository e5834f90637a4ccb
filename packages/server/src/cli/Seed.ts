import { Clock, Console, Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { join } from "node:path"
import { writePrivate } from "../demo/DemoFacts.ts"
import { growDemo } from "../demo/DemoFleet.ts"
import { demoSessions, ensureDemo } from "../demo/DemoOrg.ts"
import { demoJson } from "../demo/DemoPage.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { json } from "./Json.ts"
import { Operator, Refused } from "./Operator.ts"

const robots = Flag.Int("robots").pipe(
  Flag.withDescription("Add robots, offline ones, until the org has so many; run again, it adds what is missing"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))),
  Flag.optional
)

export const seed = Command.make(
  "seed",
  { json, robots },
  Effect.fnUntraced(function* ({ json, robots }) {
    const { baseUrl, dataFolder } = yield* Settings

    const facts = yield* ensureDemo(dataFolder)
    const began = yield* Clock.currentTimeMillis
    const added = Option.isNone(robots)
      ? 0
      : yield* growDemo(facts, robots.value).pipe(
          Effect.catchTag("quota_exceeded", ({ details }) =>
            Effect.fail(new Refused({ message: `The org may have at most ${details.limit} robots.` }))
          )
        )
    const seconds = (((yield* Clock.currentTimeMillis) - began) / 1000).toFixed(1)
    const text = demoJson(facts, baseUrl, yield* demoSessions(facts))
    const file = join(dataFolder, "demo.json")
    yield* writePrivate(file, text)
    if (json) return yield* Console.log(text)
    if (Option.isSome(robots)) {
      const done = added === 0 ? "There are as many robots already." : `Added ${added} robots in ${seconds} s.`
      yield* Console.log(done)
    }
    yield* Console.log(
      `The org ${facts.org.name} has the app ${facts.app.identifier} and its people. Their sign-ins are in ${file}.`
    )
  })
).pipe(
  Command.withDescription("Make the demo's org, people, app and robots, without running them"),
  Command.provide(Operator)
)
