import type { ActiveJob } from "@fleet/bridge-protocol/BridgeMessages"
import { Outbox, OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { Engine } from "@fleet/bridge/engine/Engine"
import { Effect, Layer, Logger } from "effect"

/** What surrounds the way to the cloud: an engine that only notes what it is told, an outbox, and the log's lines. */
export const surroundings = (jobs: ReadonlyArray<typeof ActiveJob.Type> = []) => {
  const told: Array<unknown> = []
  const said: Array<string> = []
  const outbox = new OutboxQueue(
    () => 0,
    () => {}
  )
  const note = (...what: ReadonlyArray<unknown>) => Effect.sync(() => void told.push(what))
  const layer = Layer.mergeAll(
    Layer.succeed(Outbox, outbox),
    Layer.succeed(
      Engine,
      Engine.of({
        activeJobs: () => jobs,
        connected: (robotId) => note("connected", robotId),
        refuseConfig: (version) => note("refuse", version),
        handle: (message) => note("handle", message)
      })
    ),
    Logger.layer([Logger.make(({ logLevel, message }) => said.push(`${logLevel}: ${String(message)}`))])
  )
  return { told, said, outbox, note, layer }
}
