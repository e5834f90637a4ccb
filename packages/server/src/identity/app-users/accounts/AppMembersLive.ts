import { Effect, Layer } from "effect"
import { AppMembers } from "../../../apps/AppMembers.ts"
import { AccountStore } from "./AccountStore.ts"
import { AppInvitationStore } from "./AppInvitationStore.ts"

/** The users and invitations of an app, for its roles and its deletion. */
export const AppMembersLive = Layer.effect(
  AppMembers,
  Effect.gen(function* () {
    const accounts = yield* AccountStore
    const invitations = yield* AppInvitationStore
    return AppMembers.of({
      moveRole: (app, from, to) =>
        Effect.andThen(accounts.moveRole(app, from, to), invitations.moveRole(app, from, to)),
      deleteUsers: accounts.deleteAll
    })
  })
)
