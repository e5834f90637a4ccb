import type { RobotId } from "@fleet/domain/Ids"
import { JobMessage } from "@fleet/domain/realtime/ServerMessages"
import { Context, Effect, Layer, Schema } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { JobChanged, RobotEvent } from "../platform/bus/RobotEvents.ts"
import { type SocketWriter } from "./SocketWriter.ts"
import { textFrame } from "../platform/websocket/TextFrame.ts"

/** One slug of one robot, and the writers that follow it. */
export interface Topic {
  readonly robotId: RobotId
  readonly slug: string
  readonly writers: Set<SocketWriter>
  /** The frame's text up to the value. */
  readonly framePrefix: string
  /** Messages so far: who reads the current value beside them sees whether a newer one came. */
  version: number
}

interface Feed {
  readonly topics: Map<string, Topic>
  readonly stop: () => void
}

const encodeJob = Schema.encodeSync(Schema.toCodecJson(JobMessage))

/** The frame of one sample. `json` is the value's JSON text. */
export const sampleFrame = (topic: Pick<Topic, "framePrefix">, json: string, timestampMs: number): Buffer =>
  textFrame(`${topic.framePrefix}${json},"timestamp_ms":${timestampMs}}`)

export const jobFrame = ({ feedback, job, progress, timestampMs }: Omit<JobChanged, "type" | "robotId">): Buffer =>
  textFrame(
    JSON.stringify(
      encodeJob({
        type: "job",
        robot_id: job.robot_id,
        slug: job.slug,
        job,
        feedback: feedback ?? null,
        progress,
        timestamp_ms: timestampMs
      })
    )
  )

/**
 * The data plane: from a robot's event to its subscribers' sockets. A message is encoded once for all of them; nothing
 * here waits, allocates per subscriber or knows what a grant is.
 */
export class Fanout extends Context.Service<
  Fanout,
  {
    readonly join: (robotId: RobotId, slug: string, writer: SocketWriter) => Topic
    readonly leave: (topic: Topic, writer: SocketWriter) => void
    /** Robots that are followed now. */
    readonly size: () => number
  }
>()("@fleet/server/Fanout") {
  static readonly layer = Layer.effect(
    Fanout,
    Effect.gen(function* () {
      const bus = yield* Bus
      const feeds = new Map<RobotId, Feed>()

      const spread = (topic: Topic | undefined, json: string, timestampMs: number) => {
        if (topic === undefined) return
        topic.version++
        const frame = sampleFrame(topic, json, timestampMs)
        for (const writer of topic.writers) writer.sample(topic, frame)
      }

      const onEvent = (topics: Map<string, Topic>) => (event: RobotEvent) => {
        switch (event.type) {
          case "sample":
            return spread(topics.get(event.slug), event.json, event.timestampMs)
          case "bridge_state":
            return spread(topics.get("bridge_state"), JSON.stringify(event.state), event.timestampMs)
          case "robot_details":
            return spread(topics.get("robot_details"), JSON.stringify(event.details), event.timestampMs)
          case "job": {
            const topic = topics.get(event.job.slug)
            if (topic === undefined) return
            topic.version++
            const frame = jobFrame(event)
            for (const writer of topic.writers) writer.message(topic, frame)
            return
          }
          case "viewers":
            return
        }
      }

      const feedOf = (robotId: RobotId): Feed => {
        const topics = new Map<string, Topic>()
        const feed: Feed = { topics, stop: bus.followUnsafe(robotId, onEvent(topics)) }
        feeds.set(robotId, feed)
        return feed
      }

      return Fanout.of({
        size: () => feeds.size,
        join: (robotId, slug, writer) => {
          const { topics } = feeds.get(robotId) ?? feedOf(robotId)
          let topic = topics.get(slug)
          if (topic === undefined) {
            const framePrefix = `{"type":"datapoint","robot_id":"${robotId}","slug":${JSON.stringify(slug)},"value":`
            topics.set(slug, (topic = { robotId, slug, writers: new Set(), framePrefix, version: 0 }))
          }
          topic.writers.add(writer)
          return topic
        },
        leave: (topic, writer) => {
          topic.writers.delete(writer)
          writer.drop(topic)
          if (topic.writers.size > 0) return
          const feed = feeds.get(topic.robotId)
          if (feed === undefined || feed.topics.get(topic.slug) !== topic) return
          feed.topics.delete(topic.slug)
          if (feed.topics.size > 0) return
          feed.stop()
          feeds.delete(topic.robotId)
        }
      })
    })
  )
}
