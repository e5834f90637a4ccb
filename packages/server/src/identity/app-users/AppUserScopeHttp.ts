import {
  AppInvitationScope,
  AppInvitationsLimited,
  AppUserScope,
  CurrentApp,
  TargetAppInvitation,
  TargetAppUser
} from "@fleet/domain/api/AppScope"
import { AppInvitationId } from "@fleet/domain/AppInvitations"
import { NotFound } from "@fleet/domain/Errors"
import { AppUserId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import { AppInvitations } from "./AppInvitations.ts"
import { AppUsers } from "./AppUsers.ts"

/** One id of the path, read again where the app's scope has found it to be one. */
const userId = Effect.orDie(HttpRouter.schemaPathParams(Schema.Struct({ userId: AppUserId })))
const invId = Effect.orDie(HttpRouter.schemaPathParams(Schema.Struct({ invId: AppInvitationId })))

const AppUserScopeLive = Layer.effect(
  AppUserScope,
  Effect.map(AppUsers, (users) =>
    Effect.fnUntraced(function* (handled) {
      const user = yield* users.get(yield* CurrentApp, (yield* userId).userId)
      return yield* Effect.provideService(handled, TargetAppUser, user)
    })
  )
)

const AppInvitationScopeLive = Layer.effect(
  AppInvitationScope,
  Effect.map(AppInvitations, (invitations) =>
    Effect.fnUntraced(function* (handled) {
      const id = (yield* invId).invId
      if (!(yield* invitations.has(yield* CurrentApp, id))) return yield* new NotFound()
      return yield* Effect.provideService(handled, TargetAppInvitation, id)
    })
  )
)

const AppInvitationsLimitedLive = Layer.effect(
  AppInvitationsLimited,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      yield* limits.take("app_invitation", (yield* CurrentApp).id)
      return yield* handled
    })
  )
)

/** Resolves the ids of an app's users and invitations, and takes the rate limits counted by app. */
export const AppUserScopesLive = Layer.mergeAll(AppInvitationScopeLive, AppInvitationsLimitedLive, AppUserScopeLive)
