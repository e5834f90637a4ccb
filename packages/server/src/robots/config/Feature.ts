import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { ConfigHttp } from "./ConfigHttp.ts"
import { DraftStore } from "./DraftStore.ts"
import { Drafts } from "./Drafts.ts"
import { PublishedConfigs } from "./PublishedConfigs.ts"
import { PublishedExposuresLive } from "./PublishedExposuresLive.ts"
import { Publishing } from "./Publishing.ts"
import { SlugStore } from "./SlugStore.ts"
import { Slugs } from "./Slugs.ts"
import { VersionStore } from "./VersionStore.ts"

/** Robot configurations: drafts, versions, slugs. */
export const config = feature({
  stores: Layer.mergeAll(DraftStore.layer, SlugStore.layer, VersionStore.layer),
  services: Layer.mergeAll(Drafts.layer, PublishedExposuresLive, Publishing.layer, Slugs.layer).pipe(
    Layer.provideMerge(PublishedConfigs.layer)
  ),
  api: ConfigHttp
})
