import { Api } from "@fleet/domain/api/Api"
import { CurrentTarget } from "@fleet/domain/api/CommandScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { NoSnapshotYet } from "@fleet/domain/Errors"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Cameras } from "./Cameras.ts"
import { Snapshots } from "./Snapshots.ts"

/** The bytes come from a robot: a browser that opens them shows a picture, and does nothing else with them. */
const asPicture = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff"
}

export const CamerasHttp = HttpApiBuilder.group(
  Api,
  "cameras",
  Effect.fnUntraced(function* (handlers) {
    const cameras = yield* Cameras
    const snapshots = yield* Snapshots
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return { cameras: yield* cameras.list(yield* CurrentCaller, params.id) }
      }),
      snapshot: Effect.fnUntraced(function* () {
        const { robotId, slug } = yield* CurrentTarget
        const found = Option.getOrNull(yield* snapshots.newest(robotId, slug))
        if (found === null) return yield* new NoSnapshotYet()
        const ageMs = yield* snapshots.ageMs(found)
        return HttpServerResponse.uint8Array(found.image, {
          contentType: found.mime,
          headers: {
            ...asPicture,
            "content-disposition": `inline; filename="${slug}.${found.mime.slice("image/".length)}"`,
            "x-platform-age-ms": String(ageMs),
            "x-platform-timestamp-ms": String(found.timestamp_ms),
            "x-platform-width": String(found.width),
            "x-platform-height": String(found.height)
          }
        })
      }),
      snapshotMeta: Effect.fnUntraced(function* () {
        const { robotId, slug } = yield* CurrentTarget
        return yield* cameras.meta(robotId, slug)
      })
    })
  })
)
