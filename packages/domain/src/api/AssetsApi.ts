import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Asset, AssetId, AssetLink, AssetLinks, AssetList } from "../Assets.ts"
import {
  AssetMissing,
  AtCapacity,
  BadRequest,
  FileTooLarge,
  InternalError,
  NotFound,
  PlanLimit,
  RateLimited,
  Unauthorized
} from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { AnyCaller } from "./Access.ts"
import { AssetScope } from "./AssetScope.ts"
import { RoutedOnly } from "./RoutedOnly.ts"

const robot = { params: { id: RobotId } }
const asset = { params: { id: RobotId, assetId: AssetId } }
const created = HttpApiSchema.status(201)

const file = HttpApiSchema.StreamUint8Array({ contentType: "application/octet-stream" })
const urdf = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/xml" }))

/** Files of a robot, for everybody with the capability `assets`. */
export class AssetsApi extends HttpApiGroup.make("assets")
  .add(
    HttpApiEndpoint.get("list", "/api/robots/:id/assets", {
      ...robot,
      success: AssetList,
      error: AtCapacity
    }).annotate(OpenApi.Summary, "The files of a robot, and what its URDF lacks"),
    HttpApiEndpoint.get("missing", "/api/robots/:id/assets/missing", {
      ...robot,
      success: HttpApiSchema.NoContent,
      error: AssetMissing
    })
      .annotate(OpenApi.Summary, "What a rewritten URDF names in place of a file that was never uploaded: always 404")
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.get("file", "/api/robots/:id/assets/:assetId", {
      ...asset,
      success: file,
      error: InternalError
    })
      .annotate(OpenApi.Summary, "The bytes of a file; takes Range")
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.post("link", "/api/robots/:id/assets/:assetId/link", {
      ...asset,
      success: AssetLink.pipe(created)
    }).annotate(OpenApi.Summary, "A URL of a file that needs no credential for 15 minutes"),
    HttpApiEndpoint.post("links", "/api/robots/:id/assets/links", {
      ...robot,
      success: AssetLinks.pipe(created)
    }).annotate(OpenApi.Summary, "URLs of all files of a robot that need no credential for 15 minutes, by name"),
    HttpApiEndpoint.get("urdf", "/api/robots/:id/urdf", { ...robot, success: urdf, error: [InternalError, AtCapacity] })
      .annotate(OpenApi.Summary, "The URDF, with a URL in place of each filename")
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.post("urdfLink", "/api/robots/:id/urdf/link", {
      ...robot,
      success: AssetLink.pipe(created)
    }).annotate(OpenApi.Summary, "A URL of the URDF and its files that needs no credential for 15 minutes")
  )
  .middleware(AssetScope)
  .middleware(AnyCaller)
  .annotateMerge(OpenApi.annotations({ title: "Assets" })) {}

const link = { params: { token: Schema.String } }

/** What links lead to. Every refusal is the same. */
export class AssetLinksApi extends HttpApiGroup.make("assetLinks")
  .add(
    HttpApiEndpoint.get("missing", "/api/asset-links/missing", {
      success: HttpApiSchema.NoContent,
      error: AssetMissing
    })
      .annotate(OpenApi.Summary, "What a linked URDF names in place of a file that was never uploaded: always 404")
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.get("file", "/api/asset-links/:token", {
      ...link,
      success: file,
      error: [NotFound, AtCapacity]
    })
      .annotate(OpenApi.Summary, "The bytes of a linked file; takes Range")
      .annotate(RoutedOnly, true),
    HttpApiEndpoint.get("namedFile", "/api/asset-links/:token/:name", {
      params: { token: Schema.String, name: Schema.String },
      success: file,
      error: [NotFound, AtCapacity]
    })
      .annotate(OpenApi.Summary, "The same; the name is for loaders that choose by extension")
      .annotate(RoutedOnly, true)
  )
  .annotateMerge(OpenApi.annotations({ title: "Asset links" })) {}

/** Where bridges upload. The body is the bytes, whatever its content type. */
export class AssetUploadsApi extends HttpApiGroup.make("assetUploads")
  .add(
    HttpApiEndpoint.post("upload", "/api/bridge/assets", {
      success: Asset.pipe(created),
      error: [BadRequest, Unauthorized, FileTooLarge, PlanLimit, RateLimited, AtCapacity]
    }).annotate(OpenApi.Summary, "Upload one file of a sync, or a recording, with the token of that")
  )
  .annotateMerge(OpenApi.annotations({ title: "Asset uploads" })) {}
