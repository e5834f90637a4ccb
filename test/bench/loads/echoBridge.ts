import { answer } from "../support/Answers.ts"
import { RawWebSocket } from "../support/RawWebSocket.ts"
import type { OurFacts, PeerFacts } from "../servers/facts.ts"
import { bridge } from "./dialects.ts"
import { echo } from "./echo.ts"

answer(
  {},
  {
    ours: async (facts: OurFacts) => echo(await bridge(facts)),
    relay: async ({ url }: PeerFacts) => echo(await RawWebSocket.open(`${url}/bridge`))
  }
)
