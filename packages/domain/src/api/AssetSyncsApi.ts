import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  AssetSyncId,
  AssetSyncStatus,
  DeletedAssets,
  JointStatePutRequest,
  JointStatePutResponse,
  StartAssetSyncRequest,
  StartAssetSyncResponse
} from "../Assets.ts"
import { SyncBusy, RobotOffline, ValidationError } from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { RobotScope } from "./RobotScope.ts"

const robot = { params: { id: RobotId } }

/** Uploads of robots' files, and what is decided about them. */
export class AssetSyncsApi extends HttpApiGroup.make("assetSyncs")
  .add(
    HttpApiEndpoint.post("start", "/api/robots/:id/assets/sync", {
      ...robot,
      payload: StartAssetSyncRequest,
      success: StartAssetSyncResponse.pipe(HttpApiSchema.status(202)),
      error: [RobotOffline, SyncBusy]
    })
      .middleware(OwnerOnly)
      .annotate(OpenApi.Summary, "Ask the robot for its URDF, meshes and textures"),
    HttpApiEndpoint.get("get", "/api/robots/:id/assets/sync/:syncId", {
      params: { id: RobotId, syncId: AssetSyncId },
      success: AssetSyncStatus
    }).annotate(OpenApi.Summary, "How far an upload is"),
    HttpApiEndpoint.delete("clear", "/api/robots/:id/assets", { ...robot, success: DeletedAssets, error: SyncBusy })
      .middleware(OwnerOnly)
      .annotate(OpenApi.Summary, "Delete all files of a robot but its recordings"),
    HttpApiEndpoint.put("putJointState", "/api/robots/:id/urdf/joint-state", {
      ...robot,
      payload: JointStatePutRequest,
      success: JointStatePutResponse,
      error: ValidationError
    }).annotate(OpenApi.Summary, "Say which datapoint has the positions of the URDF's joints; null clears")
  )
  .middleware(RobotScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Asset syncs" })) {}
