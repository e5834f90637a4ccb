import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { AcceptanceStore } from "./AcceptanceStore.ts"
import { SignInCompletion } from "./SignInCompletion.ts"
import { ChallengeStore } from "./ChallengeStore.ts"
import { Challenges } from "./Challenges.ts"
import { ClientAuth } from "./ClientAuth.ts"
import { ClientAuthHttp } from "./ClientAuthHttp.ts"
import { ClientTwoFactor } from "./ClientTwoFactor.ts"
import { ClientTwoFactorHttp } from "./ClientTwoFactorHttp.ts"
import { InvitationAcceptance } from "./InvitationAcceptance.ts"
import { LoginCodeStore } from "./LoginCodeStore.ts"
import { LoginCodes } from "./LoginCodes.ts"
import { LostPasswords } from "./LostPasswords.ts"
import { MailedLinks } from "./MailedLinks.ts"
import { PasswordChange } from "./PasswordChange.ts"
import { PasswordRecovery } from "./PasswordRecovery.ts"
import { Registration } from "./Registration.ts"
import { RegistrationStore } from "./RegistrationStore.ts"
import { SignInPageStore } from "./SignInPageStore.ts"
import { SignInPages } from "./SignInPages.ts"
import { SignInSweep } from "./SignInSweep.ts"
import { TwoFactorStore } from "./TwoFactorStore.ts"

/** Every way an app user signs in. */
export const appUserSignIn = feature({
  stores: Layer.mergeAll(
    AcceptanceStore.layer,
    ChallengeStore.layer,
    LoginCodeStore.layer,
    RegistrationStore.layer,
    SignInPageStore.layer,
    TwoFactorStore.layer
  ),
  services: Layer.mergeAll(
    ClientAuth.layer,
    ClientTwoFactor.layer,
    InvitationAcceptance.layer,
    LoginCodes.layer,
    PasswordChange.layer,
    PasswordRecovery.layer,
    Registration.layer,
    SignInPages.layer
  ).pipe(
    Layer.provideMerge(Layer.mergeAll(LostPasswords.layer, SignInCompletion.layer)),
    Layer.provideMerge(Layer.mergeAll(Challenges.layer, MailedLinks.layer))
  ),
  background: SignInSweep,
  api: Layer.mergeAll(ClientAuthHttp, ClientTwoFactorHttp)
})
