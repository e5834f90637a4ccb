import { CurrentMember, CurrentTeamInvitation, MemberScope, TeamInvitationScope } from "@fleet/domain/api/TeamScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { InvalidUuid } from "@fleet/domain/Errors"
import { DeveloperId } from "@fleet/domain/Ids"
import { TeamInvitationId } from "@fleet/domain/Team"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { Members } from "./Members.ts"
import { TeamInvitations } from "./TeamInvitations.ts"

const memberId = HttpRouter.schemaPathParams(Schema.Struct({ id: DeveloperId }))
const invitationId = HttpRouter.schemaPathParams(Schema.Struct({ id: TeamInvitationId }))

const MemberScopeLive = Layer.effect(
  MemberScope,
  Effect.map(Members, (members) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* Effect.mapError(memberId, () => new InvalidUuid())
      const member = yield* members.get(yield* CurrentDeveloper, id)
      return yield* Effect.provideService(handled, CurrentMember, member)
    })
  )
)

const TeamInvitationScopeLive = Layer.effect(
  TeamInvitationScope,
  Effect.map(TeamInvitations, (invitations) =>
    Effect.fnUntraced(function* (handled) {
      const { id } = yield* Effect.mapError(invitationId, () => new InvalidUuid())
      const invitation = yield* invitations.get((yield* CurrentDeveloper).orgId, id)
      return yield* Effect.provideService(handled, CurrentTeamInvitation, invitation)
    })
  )
)

/** Resolves the ids in paths under an org. */
export const TeamScopesLive = Layer.mergeAll(MemberScopeLive, TeamInvitationScopeLive)
