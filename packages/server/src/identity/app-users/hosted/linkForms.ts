import {
  ClientAcceptInvitationRequest,
  ClientPasswordResetConfirmRequest,
  ClientVerifyEmailRequest
} from "@fleet/domain/ClientAuth"
import { TokenSpent } from "@fleet/domain/Errors"
import { HostedAddressRequest } from "@fleet/domain/HostedPages"
import { Effect, Option } from "effect"
import { accepted, asJson } from "../../../platform/pages/Answers.ts"
import { InvitationAcceptance } from "../signin/InvitationAcceptance.ts"
import { PasswordRecovery } from "../signin/PasswordRecovery.ts"
import { Registration } from "../signin/Registration.ts"
import { SignInPages } from "../signin/SignInPages.ts"
import { endHostedSignIn } from "./endHostedSignIn.ts"
import { notOfferedPage } from "./endViews.ts"
import { hostedForm, type Refused } from "./forms.ts"
import {
  deadLinkPage,
  forgotPage,
  forgotSentPage,
  invitePage,
  type Link,
  type LinkKind,
  resetPage,
  verifyPage
} from "./linkViews.ts"
import { challengePages } from "./stepPages.ts"
import type { View } from "./View.ts"

const pageOf = { verify: verifyPage, reset: resetPage, invite: invitePage } as const

/** The page of a mailed link, for a GET or with a refusal. Does not spend the link. */
export const linkPages = Effect.map(SignInPages, (pages) =>
  Effect.fnUntraced(function* (view: View, kind: LinkKind, token: string, again: Partial<Link> = {}) {
    if (kind === "reset" && !view.app.passwordEnabled) return notOfferedPage(view, view.texts.notOffered.password)
    const link = Option.getOrUndefined(yield* pages.link(kind, view.app, token))
    if (link === undefined) return deadLinkPage(view, kind)
    return pageOf[kind](view, { token, email: link.email, name: link.displayName, ...again })
  })
)

/** The forms of mailed links, and the one that asks for a link. */
export const linkForms = Effect.gen(function* () {
  const invitations = yield* InvitationAcceptance
  const recovery = yield* PasswordRecovery
  const registration = yield* Registration
  const pages = yield* SignInPages
  const show = yield* linkPages
  const { complete } = yield* endHostedSignIn
  const { challenged } = yield* challengePages

  /** A link of another app is refused as spent. */
  const ownLink = Effect.fnUntraced(function* ({ app }: View, kind: LinkKind, token: string) {
    if (Option.isNone(yield* pages.link(kind, app, token))) return yield* new TokenSpent()
  })
  const refused =
    (kind: LinkKind) =>
    (view: View, { given, problem, tag }: Refused) => {
      const { display_name: name, token } = given
      if (tag === "token_spent" || token === undefined) return Effect.succeed(deadLinkPage(view, kind))
      return show(view, kind, token, { problem, ...(name === undefined ? {} : { name }) })
    }

  return {
    verify: hostedForm({
      body: ClientVerifyEmailRequest,
      bucket: "verify_email",
      handle: (view, body) => Effect.andThen(ownLink(view, "verify", body.token), registration.verify(body)),
      json: asJson,
      taken: complete("verified"),
      page: challenged,
      refused: refused("verify")
    }),
    reset: hostedForm({
      body: ClientPasswordResetConfirmRequest,
      bucket: "reset_confirm",
      handle: (view, body) => Effect.andThen(ownLink(view, "reset", body.token), recovery.confirm(body)),
      json: asJson,
      taken: complete("reset"),
      page: challenged,
      refused: refused("reset")
    }),
    invite: hostedForm({
      body: ClientAcceptInvitationRequest,
      bucket: "accept",
      handle: (view, body) => Effect.andThen(ownLink(view, "invite", body.token), invitations.accept(body)),
      json: asJson,
      taken: complete("joined"),
      page: challenged,
      refused: refused("invite")
    }),
    forgot: hostedForm({
      body: HostedAddressRequest,
      bucket: "password_reset",
      handle: ({ app }, body) => recovery.request({ ...body, app_identifier: app.identifier }),
      json: accepted,
      taken: (_, __, { email = "" }) => ({ email }),
      page: forgotSentPage,
      refused: (view, { given, problem }) => forgotPage(view, { problem, email: given["email"] })
    })
  }
})
