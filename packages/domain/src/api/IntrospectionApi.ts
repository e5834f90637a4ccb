import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { BridgeTimeout, RobotFailure, RobotOffline } from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { FetchTypesRequest, FetchTypesResponse, Introspection, TypeListResponse } from "../Introspection.ts"
import { DeveloperSession } from "./Access.ts"
import { RobotScope } from "./RobotScope.ts"

const robot = { params: { id: RobotId } }
const asked = [RobotOffline, BridgeTimeout] as const

/** What a robot's ROS graph offers, and the definitions of its types. */
export class IntrospectionApi extends HttpApiGroup.make("introspection")
  .add(
    HttpApiEndpoint.get("get", "/api/robots/:id/introspection", {
      ...robot,
      success: Schema.NullOr(Introspection)
    }).annotate(OpenApi.Summary, "The ROS graph as it was read last; null before"),
    HttpApiEndpoint.post("refresh", "/api/robots/:id/introspection/refresh", {
      ...robot,
      success: Introspection,
      error: [...asked, RobotFailure]
    }).annotate(OpenApi.Summary, "Read the ROS graph again"),
    HttpApiEndpoint.get("types", "/api/robots/:id/types", { ...robot, success: TypeListResponse }).annotate(
      OpenApi.Summary,
      "The type definitions that are known, by name"
    ),
    HttpApiEndpoint.post("fetchTypes", "/api/robots/:id/types/fetch", {
      ...robot,
      payload: FetchTypesRequest,
      success: FetchTypesResponse,
      error: asked
    }).annotate(OpenApi.Summary, "Ask the robot for type definitions")
  )
  .middleware(RobotScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Introspection" })) {}
