import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { CameraHealth } from "./CameraHealth.ts"
import { Cameras } from "./Cameras.ts"
import { CamerasHttp } from "./CamerasHttp.ts"
import { Snapshots } from "./Snapshots.ts"
import { Thumbnails } from "./Thumbnails.ts"

/** Cameras of robots, their newest pictures, and how they fare. */
export const cameras = feature({
  services: Layer.merge(
    Layer.merge(Cameras.layer, Thumbnails.layer).pipe(Layer.provideMerge(Snapshots.layer)),
    CameraHealth
  ),
  api: CamerasHttp
})
