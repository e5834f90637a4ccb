import { Layer } from "effect"
import { AppUserCeiling } from "../org/AppUserCeiling.ts"
import { AppUserCeilingStore } from "../org/AppUserCeilingStore.ts"
import { AcceptanceStore } from "../signin/AcceptanceStore.ts"
import { Arrivals } from "../signin/Arrivals.ts"
import { ArrivalStore } from "../signin/ArrivalStore.ts"
import { Challenges } from "../signin/Challenges.ts"
import { ChallengeStore } from "../signin/ChallengeStore.ts"
import { ClientAuth } from "../signin/ClientAuth.ts"
import { ClientAuthHttp } from "../signin/ClientAuthHttp.ts"
import { ClientTwoFactor } from "../signin/ClientTwoFactor.ts"
import { ClientTwoFactorHttp } from "../signin/ClientTwoFactorHttp.ts"
import { InvitationAcceptance } from "../signin/InvitationAcceptance.ts"
import { LinkStore } from "../signin/LinkStore.ts"
import { LoginCodes } from "../signin/LoginCodes.ts"
import { LoginCodeStore } from "../signin/LoginCodeStore.ts"
import { MailedLinks } from "../signin/MailedLinks.ts"
import { PasswordChange } from "../signin/PasswordChange.ts"
import { PasswordRecovery } from "../signin/PasswordRecovery.ts"
import { Registration } from "../signin/Registration.ts"
import { RegistrationStore } from "../signin/RegistrationStore.ts"
import { SignInPages } from "../signin/SignInPages.ts"
import { SignInPageStore } from "../signin/SignInPageStore.ts"
import { SignInStore } from "../signin/SignInStore.ts"
import { SignInSweep } from "../signin/SignInSweep.ts"
import { Trail } from "../signin/Trail.ts"
import { TrailStore } from "../signin/TrailStore.ts"
import { TwoFactorStore } from "../signin/TwoFactorStore.ts"

/** The tables of sign-ins to apps. They ask for a database. */
export const SignInStores = Layer.mergeAll(
  AcceptanceStore.layer,
  AppUserCeilingStore.layer,
  ArrivalStore.layer,
  ChallengeStore.layer,
  LinkStore.layer,
  LoginCodeStore.layer,
  RegistrationStore.layer,
  SignInPageStore.layer,
  SignInStore.layer,
  TrailStore.layer,
  TwoFactorStore.layer
)

/** Every way an app user gets in. */
export const SignIn = Layer.mergeAll(
  ClientAuth.layer,
  ClientTwoFactor.layer,
  InvitationAcceptance.layer,
  LoginCodes.layer,
  PasswordChange.layer,
  PasswordRecovery.layer,
  Registration.layer,
  SignInPages.layer,
  SignInSweep
).pipe(
  Layer.provideMerge(Arrivals.layer),
  Layer.provideMerge(Layer.mergeAll(AppUserCeiling.layer, Challenges.layer, MailedLinks.layer, Trail.layer))
)

export const SignInHttp = Layer.mergeAll(ClientAuthHttp, ClientTwoFactorHttp)
