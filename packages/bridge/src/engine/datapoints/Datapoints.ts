import { type Datapoint, retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import { Effect } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { RosGateway, type RosMessage } from "../../ros/RosGateway.ts"
import { LinkModes } from "../link/LinkModes.ts"
import { RateCeiling } from "./RateCeiling.ts"
import { readingOf } from "./Reading.ts"
import { Throttle } from "./Throttle.ts"

/**
 * Sends a datapoint's samples for as long as the scope is open. This is the bridge's busiest path: it runs inside the
 * gateway's callback, decides on the rate before it decodes, and starts no fiber.
 */
export const runDatapoint = Effect.fnUntraced(function* (slug: string, config: Datapoint) {
  const gateway = yield* RosGateway
  const outbox = yield* Outbox
  const link = yield* LinkModes
  const throttle = new Throttle(config.rate_throttle_hz)
  const ceiling = new RateCeiling()
  const isCeiled = config.low_bandwidth !== "keep"
  const reading = readingOf(config)

  const onMessage = (message: RosMessage, receivedAtMs: number): void => {
    if (!throttle.allows(receivedAtMs)) return
    const maxHz = isCeiled ? link.ceilingHz() : undefined
    if (maxHz !== undefined && !ceiling.allows(receivedAtMs, maxHz)) return
    const decoded = message.decode()
    const json = decoded === undefined ? undefined : reading(decoded)
    if (json === undefined) return
    throttle.passed(receivedAtMs)
    if (maxHz !== undefined) ceiling.passed()
    outbox.sample({ slug, json, timestampMs: message.timestampMs })
  }

  outbox.backlog.retain(slug, config.retention?.max_buffer_values ?? retentionDefaults.max_buffer_values)
  return yield* gateway.subscribe(config.topic, config.type, onMessage, config.rate_throttle_hz)
})
