import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ExposureListResponse } from "../Datasheet.ts"
import { NotFound, OrgLocked, PlanLimit, QuotaExceeded, RobotDeletionPartial, RobotInUse } from "../Errors.ts"
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
    HttpApiEndpoint.get("get", "/api/robots/:id", { ...robot, success: RobotDetailResponse }).annotate(
      OpenApi.Summary,
      "One robot, its bridge and its configuration"
    ),
    HttpApiEndpoint.patch("rename", "/api/robots/:id", {
      ...robot,
      payload: PatchRobotRequest,
      success: RobotResponse,
      error: NotFound
    }).annotate(OpenApi.Summary, "Rename a robot"),
    HttpApiEndpoint.get("deletionPreview", "/api/robots/:id/deletion-preview", {
      ...robot,
      success: RobotDeletionSummary
    }).annotate(OpenApi.Summary, "What deleting a robot would take along"),
    HttpApiEndpoint.delete("delete", "/api/robots/:id", {
      ...robot,
      query: DeleteRobotQuery,
      success: HttpApiSchema.NoContent,
      error: [RobotInUse, RobotDeletionPartial]
    })
      .annotate(OpenApi.Summary, "Delete a robot; a repeated call goes on where one stopped")
      .middleware(OwnerOnly),
    HttpApiEndpoint.post("rotateToken", "/api/robots/:id/token/rotate", {
      ...robot,
      success: RobotTokenRotateResponse.pipe(HttpApiSchema.status(201)),
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Replace the bridge token and cut the live bridge")
      .middleware(OwnerOnly),
    HttpApiEndpoint.put("putDetails", "/api/robots/:id/details", {
      ...robot,
      payload: PutRobotDetailsRequest,
      success: RobotDetailsResponse,
      error: NotFound
    }).annotate(OpenApi.Summary, "Replace a robot's details"),
    HttpApiEndpoint.get("exposures", "/api/robots/:id/exposures", { ...robot, success: ExposureListResponse }).annotate(
      OpenApi.Summary,
      "Every slug a role can be granted"
    )
  )
  .middleware(RobotScope)
  .add(
    HttpApiEndpoint.get("list", "/api/robots", { success: RobotListResponse }).annotate(
      OpenApi.Summary,
      "The organisation's robots, with what each exposes"
    ),
    HttpApiEndpoint.post("create", "/api/robots", {
      payload: CreateRobotRequest,
      success: CreateRobotResponse.pipe(HttpApiSchema.status(201)),
      error: [OrgLocked, QuotaExceeded, PlanLimit]
    }).annotate(OpenApi.Summary, "Create a robot; its bridge token is shown once")
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Robots" })) {}
