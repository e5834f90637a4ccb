import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { ClientHttp } from "./ClientHttp.ts"
import { ClientRobots } from "./ClientRobots.ts"
import { Datasheets } from "./Datasheets.ts"
import { DeletionStore } from "./DeletionStore.ts"
import { OrgReportsHttp } from "./OrgReportsHttp.ts"
import { RobotDeletion } from "./RobotDeletion.ts"
import { RobotScopeLive } from "./RobotScopeHttp.ts"
import { RobotStore } from "./RobotStore.ts"
import { SlugNameStore } from "./SlugNameStore.ts"
import { StoredNames } from "./StoredNames.ts"
import { Robots } from "./Robots.ts"
import { RobotsHttp } from "./RobotsHttp.ts"
import { RoleDatasheetsLive } from "./RoleDatasheetsLive.ts"

/** Robots, and what apps see of them. */
export const robots = feature({
  stores: Layer.mergeAll(DeletionStore.layer, RobotStore.layer, SlugNameStore.layer),
  services: RoleDatasheetsLive.pipe(
    Layer.provideMerge(
      Layer.mergeAll(ClientRobots.layer, Datasheets.layer, RobotDeletion.layer, Robots.layer, StoredNames)
    )
  ),
  middleware: RobotScopeLive,
  api: Layer.mergeAll(ClientHttp, OrgReportsHttp, RobotsHttp)
})
