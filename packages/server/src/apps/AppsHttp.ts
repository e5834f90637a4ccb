import { Api } from "@fleet/domain/api/Api"
import { CurrentApp } from "@fleet/domain/api/AppScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Apps } from "./Apps.ts"

export const AppsHttp = HttpApiBuilder.group(
  Api,
  "apps",
  Effect.fnUntraced(function* (handlers) {
    const apps = yield* Apps
    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* apps.create(yield* CurrentDeveloper, payload)
      }),
      list: Effect.fnUntraced(function* () {
        return { apps: yield* apps.list(yield* CurrentDeveloper) }
      }),
      get: () => CurrentApp,
      update: Effect.fnUntraced(function* ({ payload }) {
        return yield* apps.update(yield* CurrentDeveloper, yield* CurrentApp, payload)
      }),
      deletionPreview: () => Effect.flatMap(CurrentApp, apps.deletionPreview),
      delete: Effect.fnUntraced(function* () {
        yield* apps.delete(yield* CurrentDeveloper, yield* CurrentApp)
      })
    })
  })
)
