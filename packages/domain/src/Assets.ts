import { Schema } from "effect"
import { RobotId } from "./Ids.ts"
import { Slug } from "./Slug.ts"
import { closed, Count, Id, Text, Timestamp } from "./Wire.ts"

export const AssetId = Id("AssetId")
export type AssetId = typeof AssetId.Type
export const AssetSyncId = Id("AssetSyncId")
export type AssetSyncId = typeof AssetSyncId.Type

/** The largest file, in bytes, on every plan. */
export const maxAssetBytes = 1_000_000_000

/** The largest URDF, in bytes: it is parsed, other files are only stored. */
export const maxUrdfBytes = 10_000_000

/** The name of a robot's URDF. */
export const urdfName = "robot_description"

export const AssetKind = Schema.Literals(["urdf", "mesh", "texture", "recording"])
export type AssetKind = typeof AssetKind.Type

/** A file of a robot. Meshes and textures are named by their package URI. */
export const Asset = Schema.Struct({
  id: AssetId,
  robot_id: RobotId,
  kind: AssetKind,
  name: Text(1, 500),
  media_type: Text(1, 120),
  size_bytes: Count,
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  created_at: Timestamp
}).annotate({ identifier: "asset" })
export type Asset = typeof Asset.Type

/** A file that a URDF names, as it is written there. */
export const UrdfFile = Schema.Struct({ uri: Text(1, 500), element: Schema.Literals(["mesh", "texture"]) })
export type UrdfFile = typeof UrdfFile.Type

/** The most characters of the words of a failure. */
export const maxFailureMessage = 500

/**
 * A file that did not come. `unavailable` is one that another file names and the robot has not; it fails no sync. `message`
 * says why, and `details` why the store refused it.
 */
export const AssetFailure = Schema.Struct({
  reference: Text(1, 500),
  kind: Schema.Literals(["unresolvable", "upload_failed", "refused", "too_large", "unavailable"]),
  message: Schema.optionalKey(Text(1, maxFailureMessage)),
  details: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        store_bytes: Schema.NullOr(Count),
        used_bytes: Count,
        size_bytes: Schema.NullOr(Count)
      })
    )
  )
}).annotate({ identifier: "asset-failure" })
export type AssetFailure = typeof AssetFailure.Type

/** How many failures of one sync are kept. */
export const maxAssetFailures = 1000

/** An upload of a robot's files. `stored` is null while it runs, `reason` while it has not failed. */
export const AssetSyncStatus = Schema.Struct({
  sync_id: AssetSyncId,
  robot_id: RobotId,
  state: Schema.Literals(["running", "succeeded", "failed"]),
  done: Count,
  total: Count,
  stored: Schema.NullOr(Count),
  announced: Count,
  failed: Schema.Array(AssetFailure).check(Schema.isMaxLength(maxAssetFailures)),
  reason: Schema.NullOr(Schema.String),
  started_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "asset-sync-status" })
export type AssetSyncStatus = typeof AssetSyncStatus.Type

/** `urdf_available` is null while no bridge is connected; `store` is the organisation's, and `bytes` null without a limit. */
export const AssetList = Schema.Struct({
  assets: Schema.Array(Asset),
  active_sync: Schema.NullOr(AssetSyncStatus),
  urdf: Schema.Struct({ present: Schema.Boolean, mesh_count: Count, missing: Schema.Array(UrdfFile) }),
  urdf_available: Schema.NullOr(Schema.Boolean),
  store: Schema.Struct({ bytes: Schema.NullOr(Count), used_bytes: Count }),
  joint_state_slug: Schema.NullOr(Schema.String)
}).annotate({ identifier: "asset-list" })
export type AssetList = typeof AssetList.Type

/** A URL that needs no credential for 15 minutes. */
export const AssetLink = Schema.Struct({ url: Schema.String, expires_at: Timestamp }).annotate({
  identifier: "asset-link"
})
export type AssetLink = typeof AssetLink.Type

/** URLs of all files of a robot, which end together. */
export const AssetLinks = Schema.Struct({
  links: Schema.Array(Schema.Struct({ asset_id: AssetId, name: Text(1, 500), url: Schema.String })),
  expires_at: Timestamp
}).annotate({ identifier: "asset-links" })
export type AssetLinks = typeof AssetLinks.Type

export const StartAssetSyncRequest = closed({ source: Schema.Literals(["bridge"]) }).annotate({
  identifier: "start-asset-sync-request"
})
export const StartAssetSyncResponse = Schema.Struct({ sync_id: AssetSyncId }).annotate({
  identifier: "start-asset-sync-response"
})

/** What a DELETE removed. */
export const DeletedAssets = Schema.Struct({ deleted: Count, bytes_freed: Count }).annotate({
  identifier: "deleted-assets"
})
export type DeletedAssets = typeof DeletedAssets.Type

export const JointStatePutRequest = closed({ slug: Schema.NullOr(Slug) }).annotate({
  identifier: "joint-state-put-request"
})
export const JointStatePutResponse = Schema.Struct({ joint_state_slug: Schema.NullOr(Schema.String) }).annotate({
  identifier: "joint-state-put-response"
})
