import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { Members } from "./Members.ts"
import { TeamHttp } from "./TeamHttp.ts"
import { TeamInvitationStore } from "./TeamInvitationStore.ts"
import { TeamInvitations } from "./TeamInvitations.ts"
import { TeamScopesLive } from "./TeamScopeHttp.ts"

/** Who belongs to an org. */
export const team = feature({
  stores: TeamInvitationStore.layer,
  services: Members.layer.pipe(Layer.provideMerge(TeamInvitations.layer)),
  middleware: TeamScopesLive,
  api: TeamHttp
})
