import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { ConfigHttp } from "./ConfigHttp.ts"
import { ConfigTexts } from "./ConfigTexts.ts"
import { DraftStore } from "./DraftStore.ts"
import { Drafts } from "./Drafts.ts"
import { PublishedConfigs } from "./PublishedConfigs.ts"
import { PublishedExposuresLive } from "./PublishedExposuresLive.ts"
import { Publishing } from "./Publishing.ts"
import { SlugStore } from "./SlugStore.ts"
import { Slugs } from "./Slugs.ts"
import { VersionStore } from "./VersionStore.ts"

/** What robots' bridges and callers go by. Access asks it for the kinds of slugs. */
export const publishedConfigs = feature({
  stores: VersionStore.layer,
  services: PublishedExposuresLive.pipe(Layer.provideMerge(PublishedConfigs.layer))
})

/** Robot configurations: drafts, versions, slugs. */
export const config = feature({
  stores: Layer.mergeAll(DraftStore.layer, SlugStore.layer),
  services: Layer.mergeAll(Drafts.layer, Publishing.layer, Slugs.layer).pipe(Layer.provide(ConfigTexts.layer)),
  api: ConfigHttp
})
