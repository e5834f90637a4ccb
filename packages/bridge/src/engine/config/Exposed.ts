import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { bodyOf } from "@fleet/domain/RobotConfig/Template"
import { Effect, Exit, Scope } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import type { TopicSubscription } from "../../ros/RosGateway.ts"
import { Cameras } from "../cameras/Cameras.ts"
import { runDatapoint } from "../datapoints/Datapoints.ts"
import { ExternalGoals } from "../jobs/ExternalGoals.ts"
import { type PublisherHandle, runPublisher } from "../publishers/Publishers.ts"

/** An exposure that runs, with what ends it. */
export interface Running {
  readonly exposure: Exposure
  /** Changes exactly when the exposure must be started anew. */
  readonly key: string
  readonly subscription: TopicSubscription | undefined
  readonly publisher: PublisherHandle | undefined
  readonly stop: Effect.Effect<void>
}

/** Everything of the document that this exposure is made of. */
export const keyOf = (doc: DeliveredDocument, { kind, config }: Exposure): string => {
  const messages = kind === "publisher" ? [bodyOf(doc, config.message), bodyOf(doc, config.failsafe.message)] : []
  return JSON.stringify([kind, config, messages])
}

const run = Effect.fnUntraced(function* (doc: DeliveredDocument, exposure: Exposure) {
  const nothing = { subscription: undefined, publisher: undefined }
  switch (exposure.kind) {
    case "datapoint":
      return { ...nothing, subscription: yield* runDatapoint(exposure.slug, exposure.config) }
    case "action":
      yield* (yield* ExternalGoals).follow(exposure.slug, exposure.config)
      return nothing
    case "publisher":
      return { ...nothing, publisher: yield* runPublisher(exposure.slug, exposure.config, doc) }
    case "camera":
      yield* (yield* Cameras).run(exposure.slug, exposure.config)
      return nothing
    case "service":
      return nothing
  }
})

/** Starts an exposure below the given scope. */
export const startExposure = Effect.fnUntraced(function* (
  parent: Scope.Scope,
  doc: DeliveredDocument,
  exposure: Exposure
) {
  const outbox = yield* Outbox
  const scope = yield* Scope.fork(parent)
  const started = yield* Scope.provide(run(doc, exposure), scope)
  const running: Running = {
    exposure,
    key: keyOf(doc, exposure),
    ...started,
    stop: Effect.andThen(
      Scope.close(scope, Exit.void),
      Effect.sync(() => {
        if (exposure.kind === "datapoint") outbox.forget(exposure.slug)
      })
    )
  }
  return running
})
