import { Api } from "@fleet/domain/api/Api"
import { CurrentMember, CurrentTeamInvitation } from "@fleet/domain/api/TeamScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Members } from "./Members.ts"
import { TeamInvitations } from "./TeamInvitations.ts"

export const TeamHttp = HttpApiBuilder.group(
  Api,
  "team",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members
    const invitations = yield* TeamInvitations
    return handlers.handleAll({
      users: Effect.fnUntraced(function* () {
        return { users: yield* members.list(yield* CurrentDeveloper) }
      }),
      user: () => CurrentMember,
      renameUser: Effect.fnUntraced(function* ({ payload }) {
        return yield* members.rename(yield* CurrentDeveloper, yield* CurrentMember, payload)
      }),
      removeUser: Effect.fnUntraced(function* () {
        yield* members.remove(yield* CurrentDeveloper, yield* CurrentMember)
      }),
      setTier: Effect.fnUntraced(function* ({ payload }) {
        return yield* members.setTier(yield* CurrentDeveloper, yield* CurrentMember, payload.tier)
      }),
      resetTwoFactor: Effect.fnUntraced(function* () {
        yield* members.resetTwoFactor(yield* CurrentDeveloper, yield* CurrentMember)
      }),
      invitations: Effect.fnUntraced(function* () {
        return { invitations: yield* invitations.list((yield* CurrentDeveloper).orgId) }
      }),
      invite: Effect.fnUntraced(function* ({ payload }) {
        return yield* invitations.create(yield* CurrentDeveloper, payload)
      }),
      revokeInvitation: Effect.fnUntraced(function* () {
        yield* invitations.revoke(yield* CurrentDeveloper, yield* CurrentTeamInvitation)
      }),
      reissueInvitation: Effect.fnUntraced(function* () {
        return yield* invitations.reissue(yield* CurrentDeveloper, yield* CurrentTeamInvitation)
      })
    })
  })
)
