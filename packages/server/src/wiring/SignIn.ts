import { Layer } from "effect"
import { AppUserCeiling } from "../identity/app-users/ceiling/AppUserCeiling.ts"
import { AppUserCeilingStore } from "../identity/app-users/ceiling/AppUserCeilingStore.ts"
import { AcceptanceStore } from "../identity/app-users/signin/AcceptanceStore.ts"
import { Arrivals } from "../identity/app-users/signin/Arrivals.ts"
import { ArrivalStore } from "../identity/app-users/signin/ArrivalStore.ts"
import { Challenges } from "../identity/app-users/signin/Challenges.ts"
import { ChallengeStore } from "../identity/app-users/signin/ChallengeStore.ts"
import { ClientAuth } from "../identity/app-users/signin/ClientAuth.ts"
import { ClientAuthHttp } from "../identity/app-users/signin/ClientAuthHttp.ts"
import { ClientTwoFactor } from "../identity/app-users/signin/ClientTwoFactor.ts"
import { ClientTwoFactorHttp } from "../identity/app-users/signin/ClientTwoFactorHttp.ts"
import { InvitationAcceptance } from "../identity/app-users/signin/InvitationAcceptance.ts"
import { LinkStore } from "../identity/app-users/signin/LinkStore.ts"
import { LoginCodes } from "../identity/app-users/signin/LoginCodes.ts"
import { LoginCodeStore } from "../identity/app-users/signin/LoginCodeStore.ts"
import { MailedLinks } from "../identity/app-users/signin/MailedLinks.ts"
import { PasswordChange } from "../identity/app-users/signin/PasswordChange.ts"
import { PasswordRecovery } from "../identity/app-users/signin/PasswordRecovery.ts"
import { Registration } from "../identity/app-users/signin/Registration.ts"
import { RegistrationStore } from "../identity/app-users/signin/RegistrationStore.ts"
import { SignInPages } from "../identity/app-users/signin/SignInPages.ts"
import { SignInPageStore } from "../identity/app-users/signin/SignInPageStore.ts"
import { SignInStore } from "../identity/app-users/signin/SignInStore.ts"
import { SignInSweep } from "../identity/app-users/signin/SignInSweep.ts"
import { Trail } from "../identity/app-users/signin/Trail.ts"
import { TrailStore } from "../identity/app-users/signin/TrailStore.ts"
import { TwoFactorStore } from "../identity/app-users/signin/TwoFactorStore.ts"

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
