import { BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { Effect, Layer, Option, Stream } from "effect"

/** Nobody in the simulation sends files, and a real folder would answer in real time. */
export const noBlobs = Layer.succeed(BlobStorage, {
  receive: () => Effect.die(new Error("files are not simulated")),
  read: () => Effect.succeed(Option.none()),
  remove: () => Effect.void,
  list: Stream.empty,
  removeUnfinished: () => Effect.succeed(0),
  named: {
    put: () => Effect.die(new Error("stills are not simulated")),
    read: () => Effect.succeed(Option.none()),
    head: () => Effect.succeed(Option.none()),
    size: () => Effect.succeed(0),
    remove: () => Effect.void,
    list: Stream.empty
  }
})
