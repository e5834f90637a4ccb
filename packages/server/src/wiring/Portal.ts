import { Layer } from "effect"
import { ConsoleCodeStore } from "../portal/ConsoleCodeStore.ts"
import { ConsoleTokens } from "../portal/ConsoleTokens.ts"
import { Enrolments } from "../portal/Enrolments.ts"
import { InvitationsHttp } from "../portal/InvitationHttp.ts"
import { Interactions } from "../portal/Interactions.ts"
import { InteractionStore } from "../portal/InteractionStore.ts"
import { MailedCodes } from "../portal/MailedCodes.ts"
import { MailedCodeStore } from "../portal/MailedCodeStore.ts"
import { PasskeyScriptHttp } from "../portal/PasskeyScriptHttp.ts"
import { PersonStore } from "../portal/PersonStore.ts"
import { PortalHttp } from "../portal/PortalHttp.ts"
import { PortalSweep } from "../portal/PortalSweep.ts"
import { PortalTrail } from "../portal/PortalTrail.ts"
import { SignIns } from "../portal/SignIns.ts"
import { SignUps } from "../portal/SignUps.ts"
import { Waitlist } from "../portal/Waitlist.ts"
import { WaitlistHttp } from "../portal/WaitlistHttp.ts"
import { WaitlistStore } from "../portal/WaitlistStore.ts"

/** The tables of the console's sign-in portal. They ask for a database. */
export const PortalStores = Layer.mergeAll(
  ConsoleCodeStore.layer,
  InteractionStore.layer,
  MailedCodeStore.layer,
  PersonStore.layer,
  WaitlistStore.layer
)

/** The console's authorization server. */
export const Portal = Layer.mergeAll(
  ConsoleTokens.layer,
  Enrolments.layer,
  SignIns.layer,
  SignUps.layer,
  Waitlist.layer,
  PortalSweep
).pipe(Layer.provideMerge(Layer.mergeAll(Interactions.layer, MailedCodes.layer, PortalTrail.layer)))

export const PortalRoutes = Layer.mergeAll(InvitationsHttp, PasskeyScriptHttp, PortalHttp, WaitlistHttp)
