import type { RobotId } from "@fleet/domain/Ids"
import { JobMessage } from "@fleet/domain/realtime/ServerMessages"
import { Context, Effect, Layer, Schema } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { JobChanged, RobotEvent } from "../platform/bus/Events.ts"
import { type Outlet } from "./Outlet.ts"
import { textFrame } from "./TextFrame.ts"

/** What one slug of one robot has to say, and who listens. */
export interface Topic {
  readonly robotId: RobotId
  readonly slug: string
  readonly outlets: Set<Outlet>
  /** The frame's text up to the value. */
  readonly opening: string
  /** Messages so far: who reads the current value beside them sees whether a newer one came. */
  said: number
}

interface Feed {
  readonly topics: Map<string, Topic>
  readonly stop: () => void
}

const encodeJob = Schema.encodeSync(Schema.toCodecJson(JobMessage))

/** The frame of one sample. `json` is the value's JSON text. */
export const sampleFrame = (topic: Pick<Topic, "opening">, json: string, timestampMs: number): Buffer =>
  textFrame(`${topic.opening}${json},"timestamp_ms":${timestampMs}}`)

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
 * The data plane: from a robot's event to its subscribers' sockets. A message is encoded once, whoever listens; nothing
 * here waits, allocates per subscriber or knows what a grant is.
 */
export class Fanout extends Context.Service<
  Fanout,
  {
    readonly join: (robotId: RobotId, slug: string, outlet: Outlet) => Topic
    readonly leave: (topic: Topic, outlet: Outlet) => void
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
        topic.said++
        const frame = sampleFrame(topic, json, timestampMs)
        for (const outlet of topic.outlets) outlet.sample(topic, frame)
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
            topic.said++
            const frame = jobFrame(event)
            for (const outlet of topic.outlets) outlet.message(topic, frame)
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
        join: (robotId, slug, outlet) => {
          const { topics } = feeds.get(robotId) ?? feedOf(robotId)
          let topic = topics.get(slug)
          if (topic === undefined) {
            const opening = `{"type":"datapoint","robot_id":"${robotId}","slug":${JSON.stringify(slug)},"value":`
            topics.set(slug, (topic = { robotId, slug, outlets: new Set(), opening, said: 0 }))
          }
          topic.outlets.add(outlet)
          return topic
        },
        leave: (topic, outlet) => {
          topic.outlets.delete(outlet)
          outlet.drop(topic)
          if (topic.outlets.size > 0) return
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
