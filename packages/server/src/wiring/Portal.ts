import { Layer } from "effect"
import { ConsoleCodeStore } from "../identity/developers/portal/ConsoleCodeStore.ts"
import { ConsoleTokens } from "../identity/developers/portal/ConsoleTokens.ts"
import { Enrolments } from "../identity/developers/portal/Enrolments.ts"
import { InvitationsHttp } from "../identity/developers/portal/InvitationHttp.ts"
import { Interactions } from "../identity/developers/portal/Interactions.ts"
import { InteractionStore } from "../identity/developers/portal/InteractionStore.ts"
import { MailedCodes } from "../identity/developers/portal/MailedCodes.ts"
import { MailedCodeStore } from "../identity/developers/portal/MailedCodeStore.ts"
import { PasskeyScriptHttp } from "../identity/developers/portal/PasskeyScriptHttp.ts"
import { PersonStore } from "../identity/developers/portal/PersonStore.ts"
import { PortalHttp } from "../identity/developers/portal/PortalHttp.ts"
import { PortalSweep } from "../identity/developers/portal/PortalSweep.ts"
import { PortalTrail } from "../identity/developers/portal/PortalTrail.ts"
import { SignIns } from "../identity/developers/portal/SignIns.ts"
import { SignUps } from "../identity/developers/portal/SignUps.ts"
import { Waitlist } from "../identity/developers/portal/Waitlist.ts"
import { WaitlistHttp } from "../identity/developers/portal/WaitlistHttp.ts"
import { WaitlistStore } from "../identity/developers/portal/WaitlistStore.ts"

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
