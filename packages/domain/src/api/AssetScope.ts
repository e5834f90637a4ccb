import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { CurrentCaller } from "../Caller.ts"
import { CapabilityRequired, InvalidUuid, NotFound } from "../Errors.ts"
import type { OrgId, RobotId } from "../Ids.ts"

/** The robot named in the path, whose files the caller may read. */
export class CurrentAssets extends Context.Service<
  CurrentAssets,
  { readonly robotId: RobotId; readonly orgId: OrgId }
>()("@fleet/domain/CurrentAssets") {}

/** Routes that read files of a robot. Robot (404) and capability (403) are decided before anything is looked up. */
export class AssetScope extends HttpApiMiddleware.Service<
  AssetScope,
  { requires: CurrentCaller; provides: CurrentAssets }
>()("@fleet/domain/AssetScope", { error: [InvalidUuid, NotFound, CapabilityRequired] }) {}
