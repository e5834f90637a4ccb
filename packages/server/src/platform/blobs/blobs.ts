import { Effect, Layer } from "effect"
import { join } from "node:path"
import { Settings } from "../settings/Settings.ts"
import { BlobStore } from "./BlobStore.ts"
import { folderBlobs } from "./folderBlobs.ts"

/** The store that the settings name: a folder. */
export const blobs = Layer.effect(
  BlobStore,
  Effect.map(Settings, ({ dataFolder }) => BlobStore.of(folderBlobs(join(dataFolder, "blobs"))))
)
