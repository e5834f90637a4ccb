import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { AccountStore } from "./AccountStore.ts"
import { AppInvitationStore } from "./AppInvitationStore.ts"
import { AppMembersLive } from "./AppMembersLive.ts"
import { MailedLinkStore } from "./MailedLinkStore.ts"

/** The accounts of app users, their links and their invitations. */
export const accounts = feature({
  stores: Layer.mergeAll(AccountStore.layer, AppInvitationStore.layer, MailedLinkStore.layer),
  services: AppMembersLive
})
