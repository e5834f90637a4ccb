import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Forbidden } from "../Errors.ts"
import { ClientRobotListResponse } from "../Robots.ts"
import { AnyCaller } from "./Access.ts"

/** Robots as apps see them. */
export class ClientApi extends HttpApiGroup.make("client")
  .add(
    HttpApiEndpoint.get("robots", "/api/client/robots", {
      success: ClientRobotListResponse,
      error: Forbidden
    }).annotate(OpenApi.Summary, "The robots the caller reaches")
  )
  .middleware(AnyCaller)
  .annotateMerge(OpenApi.annotations({ title: "Client" })) {}
