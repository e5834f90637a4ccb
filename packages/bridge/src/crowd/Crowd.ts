import { Clock, Effect, Layer, Redacted, References, Schedule } from "effect"
import { keepConnected } from "../cloud/CloudLink.ts"
import { CloudStateRef, newCloudState } from "../cloud/CloudState.ts"
import { Outbox } from "../cloud/Outbox.ts"
import { Engine } from "../engine/Engine.ts"
import { CrowdRobot } from "./CrowdRobot.ts"
import { NoCrowd } from "./CrowdTokens.ts"

interface CrowdSettings {
  readonly url: string
  readonly tokens: ReadonlyArray<string>
  /** Values of each datapoint a second. */
  readonly hz: number
}

/** Between two looks at whose turn it is. */
const tick = "10 millis"
const progressEvery = "5 seconds"
/** Between the first connections of two robots, in milliseconds. */
const staggerMs = 5
/** A process that was paused catches up no further than this. */
const longestCatchUpMs = 1000

/** What stands in for the engine of a bridge. */
const engineOf = (robot: CrowdRobot) =>
  Engine.of({
    activeJobs: () => robot.activeJobs(),
    connected: () => Effect.void,
    refuseConfig: () => Effect.void,
    handle: (message) => Effect.sync(() => robot.handle(message))
  })

/** Robots of which each sends so many values a second, one robot after the other, until it is interrupted. */
export const runCrowd = Effect.fnUntraced(function* ({ hz, tokens, url }: CrowdSettings) {
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const robots: Array<CrowdRobot> = []
  const startedMs = now()
  const seen = { values: 0, ended: 0 }
  let losses = () => 0
  const count = () => robots.filter(({ isConnected }) => isConnected).length

  const one = Effect.fnUntraced(function* (token: string, index: number) {
    const robot = new CrowdRobot(yield* Outbox, index, now)
    robots[index] = robot
    return yield* keepConnected({ url, token: Redacted.make(token) }).pipe(
      Effect.provideService(Engine, engineOf(robot)),
      // A crowd says how many are connected, not each.
      Effect.provideService(References.MinimumLogLevel, "Error"),
      Effect.delay(index * staggerMs)
    )
  })
  const states = tokens.map(newCloudState)
  losses = () => states.reduce((sum, state) => sum + state.losses, 0)
  const all = Effect.forEach(
    tokens,
    (token, index) =>
      one(token, index).pipe(
        Effect.provide(Layer.fresh(Outbox.layer)),
        Effect.provideService(CloudStateRef, states[index]!),
        Effect.catchTag("BridgeEnded", ({ message }) => {
          seen.ended++
          return Effect.logWarning(`Robot ${index + 1} of ${tokens.length} ended. ${message}`)
        })
      ),
    { concurrency: "unbounded", discard: true }
  )

  let playedMs = now()
  let turn = 0
  let due = 0
  const play = Effect.sync(() => {
    const nowMs = now()
    due += (Math.min(nowMs - playedMs, longestCatchUpMs) / 1000) * hz * tokens.length
    playedMs = nowMs
    for (; due >= 1; due--) seen.values += robots[turn++ % tokens.length]?.play(1 / hz) ?? 0
  })

  let told = { values: 0, atMs: startedMs }
  const progress = Effect.suspend(() => {
    const nowMs = now()
    const rate = Math.round(((seen.values - told.values) * 1000) / Math.max(1, nowMs - told.atMs))
    told = { values: seen.values, atMs: nowMs }
    return Effect.logInfo(`${count()} of ${tokens.length} robots are connected, and send ${rate} values a second.`)
  })
  const summary = Effect.suspend(() =>
    Effect.logInfo(
      `${tokens.length} robots sent ${seen.values} values in ${Math.round((now() - startedMs) / 1000)} s. Connections that were lost or did not come about: ${losses()}.`
    )
  )

  yield* Effect.addFinalizer(() => summary)
  yield* Effect.forkScoped(Effect.repeat(play, Schedule.spaced(tick)))
  yield* Effect.forkScoped(Effect.delay(Effect.repeat(progress, Schedule.spaced(progressEvery)), progressEvery))
  yield* all
  return yield* new NoCrowd({ message: "No robot of the crowd may connect any more." })
}, Effect.scoped)
