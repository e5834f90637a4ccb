import { Api } from "@fleet/domain/api/Api"
import { CallingUser, CurrentAppUser } from "@fleet/domain/api/Access"
import { CurrentApp, TargetAppUser } from "@fleet/domain/api/AppScope"
import { type AppUser, CurrentDeveloper } from "@fleet/domain/Caller"
import { InteractionExpired } from "@fleet/domain/Errors"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { McpGrants } from "./McpGrants.ts"
import { McpInteractions } from "./McpInteractions.ts"
import { redirectHost } from "./redirectUris.ts"

const holderOf = ({ appId, email, id, orgId }: AppUser) => ({ kind: "app_user", id, orgId, appId, email }) as const

const OfAppUsers = HttpApiBuilder.group(
  Api,
  "mcp",
  Effect.fnUntraced(function* (handlers) {
    const interactions = yield* McpInteractions
    const grants = yield* McpGrants
    const limits = yield* RateLimits

    const decide = (decision: "approve" | "deny") =>
      Effect.fnUntraced(function* ({ params }: { readonly params: { readonly id: string } }) {
        const { id, kind } = yield* CurrentAppUser
        yield* limits.take("mcp_decision", id)
        return { redirect_to: yield* interactions[decision](params.id, { kind, id }) }
      })

    return handlers.handleAll({
      interaction: Effect.fnUntraced(function* ({ params }) {
        const user = yield* CallingUser
        const { interaction } = yield* interactions.look(params.id)
        const { app_id, client_id, client_name, expires_at, id, redirect_uri, scopes } = interaction
        // The central endpoint's are decided in the portal alone.
        if (app_id === null) return yield* new InteractionExpired()
        const isOfApp = user !== null && user.appId === app_id
        return {
          id,
          app_id,
          client_name,
          client_name_verified: false as const,
          scopes,
          already_granted: isOfApp && (yield* grants.covers(user.id, client_id, scopes)),
          redirect_host: redirectHost(redirect_uri),
          expires_at
        }
      }),
      approve: decide("approve"),
      deny: decide("deny"),
      grants: Effect.fnUntraced(function* () {
        return { grants: yield* grants.list((yield* CurrentAppUser).id) }
      }),
      withdraw: Effect.fnUntraced(function* ({ params }) {
        const user = yield* CurrentAppUser
        yield* grants.withdraw(user, holderOf(user), params.clientId)
      })
    })
  })
)

const OfAppUsersForDevelopers = HttpApiBuilder.group(
  Api,
  "appUserMcp",
  Effect.fnUntraced(function* (handlers) {
    const grants = yield* McpGrants
    return handlers.handleAll({
      grants: Effect.fnUntraced(function* () {
        return { grants: yield* grants.list((yield* TargetAppUser).id) }
      }),
      withdraw: Effect.fnUntraced(function* ({ params }) {
        const { email, id } = yield* TargetAppUser
        const app = yield* CurrentApp
        const holder = { kind: "app_user", id, orgId: app.org_id, appId: app.id, email } as const
        yield* grants.withdraw(yield* CurrentDeveloper, holder, params.clientId)
      })
    })
  })
)

const OfDevelopers = HttpApiBuilder.group(
  Api,
  "developerMcp",
  Effect.fnUntraced(function* (handlers) {
    const grants = yield* McpGrants
    return handlers.handleAll({
      grants: Effect.fnUntraced(function* () {
        return { grants: yield* grants.list((yield* CurrentDeveloper).id) }
      }),
      withdraw: Effect.fnUntraced(function* ({ params }) {
        const developer = yield* CurrentDeveloper
        const { email, id, kind, orgId } = developer
        yield* grants.withdraw(developer, { kind, id, orgId, appId: null, email }, params.clientId)
      })
    })
  })
)

/** Consents: asked for, decided, listed and withdrawn, by those who gave them and by the app's developers. */
export const McpConsentsHttp = Layer.mergeAll(OfAppUsers, OfAppUsersForDevelopers, OfDevelopers)
