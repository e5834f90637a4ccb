import { Effect, Layer, Option, Redacted } from "effect"
import { join } from "node:path"
import { Settings } from "../settings/Settings.ts"
import { BlobStorage } from "./BlobStorage.ts"
import { folderBlobs } from "./folderBlobs.ts"
import { s3Blobs } from "./s3Blobs.ts"

const ofSettings = Effect.map(Settings, ({ dataFolder, s3AccessKeyId, s3Region, s3SecretAccessKey, s3Url }) => {
  if (Option.isNone(s3Url)) return BlobStorage.of(folderBlobs(join(dataFolder, "blobs")))
  const secretAccessKey = Option.match(s3SecretAccessKey, { onNone: () => "", onSome: Redacted.value })
  return BlobStorage.of(s3Blobs({ url: s3Url.value, region: s3Region, accessKeyId: s3AccessKeyId, secretAccessKey }))
})

/** The store that is provided from outside, else the one that the settings name: a bucket, or else a folder. */
export const blobs = Layer.effect(
  BlobStorage,
  Effect.flatMap(
    Effect.serviceOption(BlobStorage),
    Option.match({ onNone: () => ofSettings, onSome: (given) => Effect.succeed(given) })
  )
)
