import { type Recorder, recorderDefaults } from "@fleet/domain/RobotConfig/Recorder"
import type { ApplyError } from "@fleet/domain/Robots"
import { Clock, Effect, SubscriptionRef } from "effect"
import { RosGateway, type RosMessage, type TopicSubscription } from "../../ros/RosGateway.ts"
import type { RosType } from "../../ros/RosType.ts"
import { MessageRing } from "./MessageRing.ts"
import { RecordedChannels } from "./RecordedChannels.ts"

/** The settings of a document, the absent ones by default. */
export const recorderSettings = (recorder: Recorder) => ({ ...recorderDefaults, ...recorder })
export type RecorderSettings = ReturnType<typeof recorderSettings>

/** The messages that a recorder keeps of its topics. */
export interface RunningRecorder {
  readonly ring: MessageRing
  readonly channels: RecordedChannels
  /** Since when nothing is received any more: what cuts the ring ends there. */
  endedMs: number | undefined
  readonly subscriptions: ReadonlyMap<string, TopicSubscription>
}

/** Keeps what comes on one topic. It runs inside the gateway's callback, and neither decodes nor starts a fiber. */
const keeping = ({ channels, ring }: Pick<RunningRecorder, "ring" | "channels">, topic: string, sinceMs: number) => {
  let type: RosType | undefined
  let channel = 0
  return (message: RosMessage, receivedAtMs: number): void => {
    // What the gateway kept from before counts from when the recorder began.
    const atMs = Math.max(receivedAtMs, sinceMs)
    if (message.type !== type || channels.get(channel)?.topic !== topic) {
      let number = channels.numberOf(topic, message.type)
      if (number === undefined) {
        ring.clear(atMs)
        channels.clear()
        number = channels.numberOf(topic, message.type)
      }
      if (number === undefined) return
      channel = number
      type = message.type
    }
    ring.push(channel, atMs, message.payload)
  }
}

/** Receives the topics of a recorder until the scope closes. A topic that is a datapoint as well comes once. */
export const runRecorder = Effect.fnUntraced(function* ({ before_seconds, max_bytes, topics }: RecorderSettings) {
  const gateway = yield* RosGateway
  const nowMs = yield* Clock.currentTimeMillis
  const channels = new RecordedChannels()
  const ring = new MessageRing({ maxBytes: max_bytes, maxAgeMs: before_seconds * 1000 }, nowMs)
  const subscriptions = new Map<string, TopicSubscription>()
  const running: RunningRecorder = { ring, channels, endedMs: undefined, subscriptions }
  yield* Effect.addFinalizer(() => Effect.map(Clock.currentTimeMillis, (now) => void (running.endedMs = now)))
  for (const { topic, type } of topics) {
    if (subscriptions.has(topic)) continue
    subscriptions.set(topic, yield* gateway.subscribe(topic, type, keeping(running, topic, nowMs)))
  }
  return running
})

const words = {
  type_mismatch: (topic: string) => ({ code: "type_mismatch", message: `${topic} has another type at the robot.` }),
  unsupported: (topic: string) => ({ code: "type_unsupported", message: `Messages of ${topic} cannot be read.` })
}

/** The topics that do not come, and why. A topic without a publisher is not among them. */
export const topicFaults = ({ subscriptions }: RunningRecorder): ReadonlyArray<ApplyError> =>
  Array.from(subscriptions).flatMap(([topic, { state }]): ReadonlyArray<ApplyError> => {
    const now = SubscriptionRef.getUnsafe(state)
    return now === "type_mismatch" || now === "unsupported"
      ? [{ kind: "recorder", slug: topic, ...words[now](topic) }]
      : []
  })
