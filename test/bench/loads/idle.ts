import { type Dialect, dialectOf, type Target } from "./dialects.ts"
import { answer } from "../support/Answers.ts"
import { many, type RawWebSocket } from "../support/RawWebSocket.ts"

interface Asked {
  readonly target: Target
  readonly count: number
  readonly atOnce: number
}

const opened: Array<RawWebSocket> = []

/** Opens sockets that subscribe to one topic, which nothing is published to. */
const open = async ({ atOnce, count, target }: Asked) => {
  const dialect: Dialect = dialectOf(target)
  const began = performance.now()
  opened.push(...(await many(count, atOnce, () => dialect.subscribe(0))))
  return { seconds: (performance.now() - began) / 1000 }
}

answer({}, { open })
