import { Api } from "@fleet/domain/api/Api"
import { CurrentRobot } from "@fleet/domain/api/RobotScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Datasheets } from "./Datasheets.ts"
import { RobotDeletion } from "./RobotDeletion.ts"
import { Robots } from "./Robots.ts"

export const RobotsHttp = HttpApiBuilder.group(
  Api,
  "robots",
  Effect.fnUntraced(function* (handlers) {
    const robots = yield* Robots
    const deletion = yield* RobotDeletion
    const datasheets = yield* Datasheets
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const bytes = yield* robots.listBytes(yield* CurrentDeveloper)
        return HttpServerResponse.uint8Array(bytes, { contentType: "application/json" })
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const developer = yield* CurrentDeveloper
        return yield* robots.create(developer.orgId, developer, payload.name)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* robots.detail(yield* CurrentDeveloper, params.id)
      }),
      rename: Effect.fnUntraced(function* ({ payload }) {
        return { robot: yield* robots.rename(yield* CurrentDeveloper, yield* CurrentRobot, payload.name) }
      }),
      deletionPreview: Effect.fnUntraced(function* () {
        return yield* deletion.preview(yield* CurrentDeveloper, yield* CurrentRobot)
      }),
      delete: Effect.fnUntraced(function* ({ query }) {
        yield* deletion.delete(yield* CurrentDeveloper, yield* CurrentRobot, query.force === "true")
      }),
      rotateToken: Effect.fnUntraced(function* () {
        return { token: yield* robots.rotateToken(yield* CurrentDeveloper, yield* CurrentRobot) }
      }),
      putDetails: Effect.fnUntraced(function* ({ payload: { details } }) {
        yield* robots.putDetails(yield* CurrentDeveloper, yield* CurrentRobot, details)
        return { details }
      }),
      exposures: Effect.fnUntraced(function* () {
        return { exposures: yield* datasheets.exposures((yield* CurrentRobot).id) }
      })
    })
  })
)
