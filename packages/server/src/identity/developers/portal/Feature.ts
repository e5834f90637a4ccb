import { DateTime, Effect, Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { ConsoleTokens } from "./ConsoleTokens.ts"
import { Enrolments } from "./Enrolments.ts"
import { InteractionPeople } from "./InteractionPeople.ts"
import { InvitationsHttp } from "./InvitationHttp.ts"
import { MailedCodeStore } from "./MailedCodeStore.ts"
import { MailedCodes } from "./MailedCodes.ts"
import { CentralSignInLive } from "./CentralSignInHttp.ts"
import { McpPortalHttp } from "./McpPortalHttp.ts"
import { PasskeyScriptHttp } from "./PasskeyScriptHttp.ts"
import { PersonStore } from "./PersonStore.ts"
import { PortalHttp } from "./PortalHttp.ts"
import { DeveloperAudit } from "./DeveloperAudit.ts"
import { SignIns } from "./SignIns.ts"
import { SignUps } from "./SignUps.ts"
import { UnknownPortalPageHttp } from "./UnknownPortalPageHttp.ts"
import { Waitlist } from "./Waitlist.ts"
import { WaitlistHttp } from "./WaitlistHttp.ts"
import { WaitlistStore } from "./WaitlistStore.ts"
import { every } from "../../../platform/schedule/every.ts"

/** Deletes mailed codes that have expired, every hour. */
const portalSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const mailed = yield* MailedCodeStore
    const swept = Effect.flatMap(DateTime.now, (now) => mailed.deleteBefore(DateTime.toDateUtc(now)))
    yield* every("1 hour", "old mailed codes could not be deleted", swept)
  })
)

/** The pages and steps of developers' sign-ins, and the console's tokens. */
export const portal = feature({
  stores: Layer.mergeAll(MailedCodeStore.layer, PersonStore.layer, WaitlistStore.layer),
  services: Layer.mergeAll(
    CentralSignInLive,
    ConsoleTokens.layer,
    Enrolments.layer,
    SignIns.layer,
    SignUps.layer,
    Waitlist.layer
  ).pipe(Layer.provideMerge(Layer.mergeAll(InteractionPeople.layer, MailedCodes.layer, DeveloperAudit.layer))),
  background: portalSweep,
  pages: Layer.mergeAll(PasskeyScriptHttp, McpPortalHttp, UnknownPortalPageHttp),
  api: Layer.mergeAll(InvitationsHttp, PortalHttp, WaitlistHttp)
})
