import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { ConfigHttp } from "./ConfigHttp.ts"
import { ConfigurationStore } from "./ConfigurationStore.ts"
import { ConfigTexts } from "./ConfigTexts.ts"
import { DraftStore } from "./DraftStore.ts"
import { Drafts } from "./Drafts.ts"
import { PublishedConfigs } from "./PublishedConfigs.ts"
import { PublishedExposuresLive } from "./PublishedExposuresLive.ts"
import { Publishing } from "./Publishing.ts"
import { Slugs } from "./Slugs.ts"
import { StoredConfiguration } from "./StoredConfiguration.ts"
import { VersionStore } from "./VersionStore.ts"

/** What robots' bridges and callers go by. Access asks it for the kinds of slugs. */
export const publishedConfigs = feature({
  stores: VersionStore.layer,
  services: PublishedExposuresLive.pipe(Layer.provideMerge(PublishedConfigs.layer))
})

/** Robot configurations: drafts, versions, slugs. */
export const config = feature({
  stores: Layer.mergeAll(ConfigurationStore.layer, DraftStore.layer),
  services: Layer.mergeAll(Drafts.layer, Publishing.layer, Slugs.layer, StoredConfiguration).pipe(
    Layer.provide(ConfigTexts.layer)
  ),
  api: ConfigHttp
})
