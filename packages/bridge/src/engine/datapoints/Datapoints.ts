import { type Datapoint, retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import { Effect, Stream, SubscriptionRef } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { RosGateway, type RosMessage, type SubscriptionState } from "../../ros/RosGateway.ts"
import { LinkModes } from "../link/LinkModes.ts"
import { RobotClock } from "../link/RobotClock.ts"
import { wordsOf } from "../wordsOf.ts"
import type { Fault } from "./DatapointState.ts"
import { DatapointStates } from "./DatapointStates.ts"
import { RateCeiling } from "./RateCeiling.ts"
import { readingOf } from "./Reading.ts"
import { Throttle } from "./Throttle.ts"

/** Why nothing of a topic can be read, if so. */
const faultOf = ({ topic, type }: Datapoint, state: SubscriptionState): Fault | undefined => {
  if (state === "type_mismatch") return { code: "type_changed", message: `${topic} is no ${type} at the robot.` }
  if (state !== "unsupported") return undefined
  return {
    code: "undecodable",
    message: `Messages of ${type} cannot be read: their encoding or definition is unknown.`
  }
}

/**
 * Sends a datapoint's samples for as long as the scope is open. This is the bridge's busiest path: it runs inside the
 * gateway's callback, decides on the rate before it decodes, and starts no fiber.
 */
export const runDatapoint = Effect.fnUntraced(function* (slug: string, config: Datapoint) {
  const gateway = yield* RosGateway
  const outbox = yield* Outbox
  const link = yield* LinkModes
  const clock = yield* RobotClock
  const reports = yield* (yield* DatapointStates).open(slug)
  const throttle = new Throttle(config.rate_throttle_hz)
  const ceiling = new RateCeiling()
  const isCeiled = config.low_bandwidth !== "keep"
  const reading = readingOf(config)

  const valueOf = (message: RosMessage): string | undefined => {
    const decoded = message.decode()
    if (decoded === undefined) {
      reports.failed("undecodable", `A message of ${message.payload.length} bytes does not fit ${config.type}.`)
      return undefined
    }
    const json = reading(decoded)
    if (json === undefined) reports.failed("undecodable", `A message of ${config.topic} has no ${config.field}.`)
    return json
  }

  const take = (message: RosMessage, receivedAtMs: number): void => {
    if (!throttle.allows(receivedAtMs)) return
    const maxHz = isCeiled ? link.ceilingHz() : undefined
    if (maxHz !== undefined && !ceiling.allows(receivedAtMs, maxHz)) {
      return reports.failed("throttled", `The link is slow: on average ${maxHz} samples a second are sent.`)
    }
    const json = valueOf(message)
    if (json === undefined) return
    throttle.passed(receivedAtMs)
    if (maxHz !== undefined) ceiling.passed()
    if (outbox.sample({ slug, json, timestampMs: message.timestampMs })) reports.passed()
  }

  const onMessage = (message: RosMessage, receivedAtMs: number): void => {
    clock.observe(message.timestampMs, receivedAtMs)
    try {
      take(message, receivedAtMs)
    } catch (error) {
      reports.failed("undecodable", `A message of ${config.topic} could not be read: ${wordsOf(error)}`)
    }
  }

  outbox.backlog.retain(slug, config.retention?.max_buffer_values ?? retentionDefaults.max_buffer_values)
  const subscription = yield* gateway.subscribe(config.topic, config.type, onMessage, config.rate_throttle_hz)
  yield* SubscriptionRef.changes(subscription.state).pipe(
    Stream.runForEach((state) => Effect.sync(() => reports.unreadable(faultOf(config, state)))),
    Effect.forkScoped
  )
  return subscription
})
