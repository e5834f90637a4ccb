import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { EndLiveQuery, LiveSessionResponse } from "../Cameras.ts"
import { CameraOffline, LiveUnavailable, NotFound, PlanLimit, QuotaExceeded, RobotOffline } from "../Errors.ts"
import { RobotId } from "../Ids.ts"
import { AnyCaller } from "./Access.ts"
import { CommandScope, TakesKinds } from "./CommandScope.ts"

const camera = { params: { id: RobotId, slug: Schema.String } }

/** Live video of a robot's cameras. */
export class LiveApi extends HttpApiGroup.make("live")
  .add(
    HttpApiEndpoint.post("start", "/api/robots/:id/cameras/:slug/live", {
      ...camera,
      success: LiveSessionResponse.pipe(HttpApiSchema.status(201)),
      error: [RobotOffline, CameraOffline, PlanLimit, QuotaExceeded, LiveUnavailable]
    })
      .annotate(TakesKinds, ["camera"])
      .annotate(OpenApi.Summary, "Start to watch; the first viewer starts the camera, which has 10 s"),
    HttpApiEndpoint.delete("end", "/api/robots/:id/cameras/:slug/live", {
      ...camera,
      query: EndLiveQuery,
      success: HttpApiSchema.NoContent,
      error: NotFound
    })
      .annotate(TakesKinds, ["camera"])
      .annotate(OpenApi.Summary, "Stop to watch: one session, or all of the caller's on this camera")
  )
  .middleware(CommandScope)
  .middleware(AnyCaller)
  .annotateMerge(OpenApi.annotations({ title: "Live video" })) {}
