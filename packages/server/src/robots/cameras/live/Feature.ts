import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { LiveHttp } from "./LiveHttp.ts"
import { LiveNodeHandlers } from "./LiveNodeHandlers.ts"
import { LiveNode } from "./LiveRpc.ts"
import { LiveRecords, LiveUpkeep } from "./LiveRecords.ts"
import { LiveSessions } from "./LiveSessions.ts"
import { LiveSessionStore } from "./LiveSessionStore.ts"
import { LiveWatch } from "./LiveWatch.ts"
import { StoredLive } from "./StoredLive.ts"

/** Live video of cameras: who watches, for how long, and until when. */
export const liveVideo = feature({
  stores: LiveSessionStore.layer,
  services: StoredLive.pipe(
    Layer.provideMerge(LiveNode.layer),
    Layer.provide(LiveNodeHandlers),
    Layer.provideMerge(LiveSessions.layer),
    Layer.provideMerge(LiveRecords.layer)
  ),
  background: Layer.merge(LiveUpkeep, LiveWatch),
  api: LiveHttp
})
