import {
  AppScope,
  CurrentApp,
  CurrentRole,
  CurrentServerKey,
  RoleScope,
  ServerKeyScope
} from "@fleet/domain/api/AppScope"
import { AppInvitationId } from "@fleet/domain/AppInvitations"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { InvalidUuid } from "@fleet/domain/Errors"
import { AppId, AppUserId, OidcProviderId, RoleId, ServerKeyId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { Apps } from "./Apps.ts"
import { Roles } from "./Roles.ts"
import { ServerKeys } from "./ServerKeys.ts"

/** Every id that a path under an app may carry. All are read before anything is looked up. */
const Ids = Schema.Struct({
  id: AppId,
  roleId: Schema.optionalKey(RoleId),
  keyId: Schema.optionalKey(ServerKeyId),
  userId: Schema.optionalKey(AppUserId),
  invId: Schema.optionalKey(AppInvitationId),
  providerId: Schema.optionalKey(OidcProviderId)
})
const pathIds = Effect.mapError(HttpRouter.schemaPathParams(Ids), () => new InvalidUuid())

/** One id of the path, read again where the app's scope has found it to be one. */
const roleId = Effect.orDie(HttpRouter.schemaPathParams(Schema.Struct({ roleId: RoleId })))
const keyId = Effect.orDie(HttpRouter.schemaPathParams(Schema.Struct({ keyId: ServerKeyId })))

const AppScopeLive = Layer.effect(
  AppScope,
  Effect.map(Apps, (apps) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* pathIds
      const app = yield* apps.get(yield* CurrentDeveloper, id)
      return yield* Effect.provideService(handled, CurrentApp, app)
    })
  )
)

const RoleScopeLive = Layer.effect(
  RoleScope,
  Effect.map(Roles, (roles) =>
    Effect.fnUntraced(function* (handled) {
      const role = yield* roles.get(yield* CurrentApp, (yield* roleId).roleId)
      return yield* Effect.provideService(handled, CurrentRole, role)
    })
  )
)

const ServerKeyScopeLive = Layer.effect(
  ServerKeyScope,
  Effect.map(ServerKeys, (keys) =>
    Effect.fnUntraced(function* (handled) {
      const key = yield* keys.get(yield* CurrentApp, (yield* keyId).keyId)
      return yield* Effect.provideService(handled, CurrentServerKey, key)
    })
  )
)

/** What the ids of a path under an app stand for. */
export const AppScopesLive = Layer.mergeAll(AppScopeLive, RoleScopeLive, ServerKeyScopeLive)
