import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExposureListResponse } from "../Datasheet.ts"
import { NotFound, OrgLocked, QuotaExceeded, RobotDeletionPartial, RobotInUse } from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import {
  CreateRobotRequest,
  CreateRobotResponse,
  DeleteRobotQuery,
  PatchRobotRequest,
  PutRobotDetailsRequest,
  RobotDeletionSummary,
  RobotDetailResponse,
  RobotDetailsResponse,
  RobotListResponse,
  RobotResponse,
  RobotTokenRotateResponse
} from "../Robots.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"
import { RobotScope } from "./RobotScope.ts"

const robot = { params: { id: RobotId } }

/** The robots of an organisation, for the people who run them. */
export class RobotsApi extends HttpApiGroup.make("robots")
  .add(
    HttpApiEndpoint.get("get", "/api/robots/:id", { ...robot, success: RobotDetailResponse }),
    HttpApiEndpoint.patch("rename", "/api/robots/:id", {
      ...robot,
      payload: PatchRobotRequest,
      success: RobotResponse,
      error: NotFound
    }),
    HttpApiEndpoint.get("deletionPreview", "/api/robots/:id/deletion-preview", {
      ...robot,
      success: RobotDeletionSummary
    }),
    HttpApiEndpoint.delete("delete", "/api/robots/:id", {
      ...robot,
      query: DeleteRobotQuery,
      success: HttpApiSchema.NoContent,
      error: [RobotInUse, RobotDeletionPartial]
    }).middleware(OwnerOnly),
    HttpApiEndpoint.post("rotateToken", "/api/robots/:id/token/rotate", {
      ...robot,
      success: RobotTokenRotateResponse.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).middleware(OwnerOnly),
    HttpApiEndpoint.put("putDetails", "/api/robots/:id/details", {
      ...robot,
      payload: PutRobotDetailsRequest,
      success: RobotDetailsResponse,
      error: NotFound
    }),
    HttpApiEndpoint.get("exposures", "/api/robots/:id/exposures", { ...robot, success: ExposureListResponse })
  )
  .middleware(RobotScope)
  .add(
    HttpApiEndpoint.get("list", "/api/robots", { success: RobotListResponse }),
    HttpApiEndpoint.post("create", "/api/robots", {
      payload: CreateRobotRequest,
      success: CreateRobotResponse.pipe(HttpApiSchema.status(201)),
      error: [OrgLocked, QuotaExceeded]
    })
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Robots" })) {}
