import { Config, Effect, Option, type Redacted } from "effect"
import { Flag } from "effect/cli"
import { crowdTokens, NoCrowd } from "./CrowdTokens.ts"

/** The options of a crowd. */
export const crowdFlags = {
  robots: Flag.Int("robots").pipe(
    Flag.optional,
    Flag.withDescription("With --simulate rover: play so many robots, whose tokens are in --token-file, one a line")
  ),
  hz: Flag.Finite("hz").pipe(
    Flag.withDefault(10),
    Flag.withDescription("With --robots: values of each datapoint a second, 10 by default")
  )
}

const developerToken = Config.Redacted("FLEET_ACCESS_TOKEN").pipe(Config.option)

interface Given {
  readonly url: string
  readonly simulate: Option.Option<string>
  readonly robots: Option.Option<number>
  readonly hz: number
  readonly tokenFile: Option.Option<string>
}

/** What of a crowd was asked for; undefined for one robot. */
export const crowdOf = Effect.fnUntraced(function* (given: Given) {
  if (Option.isNone(given.robots)) return undefined
  const robots = given.robots.value
  const refuse = (message: string) => new NoCrowd({ message })
  if (Option.getOrUndefined(given.simulate) !== "rover") return yield* refuse("--robots needs --simulate rover.")
  if (robots < 1 || robots > 10_000) return yield* refuse("--robots is 1 to 10000.")
  if (!(given.hz > 0 && given.hz <= 100)) return yield* refuse("--hz is more than 0 and at most 100.")
  const file = Option.getOrUndefined(given.tokenFile) ?? ""
  if (file === "")
    return yield* refuse(
      "Give --token-file: a file with the token of a robot in each line, or where they are to be written."
    )
  const developer: Redacted.Redacted | undefined = Option.getOrUndefined(yield* developerToken)
  return { url: given.url, hz: given.hz, tokens: yield* crowdTokens({ url: given.url, file, robots, developer }) }
})
