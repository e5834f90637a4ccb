import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CameraListResponse, SnapshotMeta, snapshotTypes } from "../Cameras.ts"
import { Forbidden, InvalidUuid, NoSnapshotYet, NotFound } from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { AnyCaller } from "./Access.ts"
import { CommandScope, TakesKinds } from "./CommandScope.ts"
import { RoutedOnly } from "./RoutedOnly.ts"

const camera = { params: { id: RobotId, slug: Schema.String } }

/** The cameras of a robot and their newest stills, whether or not the robot is online. */
export class CamerasApi extends HttpApiGroup.make("cameras")
  .add(
    HttpApiEndpoint.get("snapshot", "/api/robots/:id/cameras/:slug/snapshot", {
      ...camera,
      success: HttpApiSchema.StreamUint8Array({ contentType: [...snapshotTypes] }),
      error: NoSnapshotYet
    })
      .annotate(TakesKinds, ["camera"])
      .annotate(RoutedOnly, true)
      .annotate(OpenApi.Summary, "The newest still of a camera"),
    HttpApiEndpoint.get("snapshotMeta", "/api/robots/:id/cameras/:slug/snapshot/meta", {
      ...camera,
      success: SnapshotMeta
    })
      .annotate(TakesKinds, ["camera"])
      .annotate(OpenApi.Summary, "Size, type and age of the newest still")
  )
  .middleware(CommandScope)
  .add(
    HttpApiEndpoint.get("list", "/api/robots/:id/cameras", {
      params: { id: RobotId },
      success: CameraListResponse,
      error: [InvalidUuid, NotFound, Forbidden]
    }).annotate(OpenApi.Summary, "The granted cameras")
  )
  .middleware(AnyCaller)
  .annotateMerge(OpenApi.annotations({ title: "Cameras" })) {}
