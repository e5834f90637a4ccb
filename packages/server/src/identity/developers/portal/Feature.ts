import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { ConsoleCodeStore } from "./ConsoleCodeStore.ts"
import { ConsoleTokens } from "./ConsoleTokens.ts"
import { Enrolments } from "./Enrolments.ts"
import { InteractionStore } from "./InteractionStore.ts"
import { Interactions } from "./Interactions.ts"
import { InvitationsHttp } from "./InvitationHttp.ts"
import { MailedCodeStore } from "./MailedCodeStore.ts"
import { MailedCodes } from "./MailedCodes.ts"
import { PasskeyScriptHttp } from "./PasskeyScriptHttp.ts"
import { PersonStore } from "./PersonStore.ts"
import { PortalHttp } from "./PortalHttp.ts"
import { PortalSweep } from "./PortalSweep.ts"
import { PortalTrail } from "./PortalTrail.ts"
import { SignIns } from "./SignIns.ts"
import { SignUps } from "./SignUps.ts"
import { Waitlist } from "./Waitlist.ts"
import { WaitlistHttp } from "./WaitlistHttp.ts"
import { WaitlistStore } from "./WaitlistStore.ts"

/** The console's sign-in portal and authorization server. */
export const portal = feature({
  stores: Layer.mergeAll(
    ConsoleCodeStore.layer,
    InteractionStore.layer,
    MailedCodeStore.layer,
    PersonStore.layer,
    WaitlistStore.layer
  ),
  services: Layer.mergeAll(ConsoleTokens.layer, Enrolments.layer, SignIns.layer, SignUps.layer, Waitlist.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(Interactions.layer, MailedCodes.layer, PortalTrail.layer))
  ),
  background: PortalSweep,
  pages: PasskeyScriptHttp,
  api: Layer.mergeAll(InvitationsHttp, PortalHttp, WaitlistHttp)
})
