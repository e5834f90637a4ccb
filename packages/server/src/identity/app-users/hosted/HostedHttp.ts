import { Api } from "@fleet/domain/api/Api"
import { type ApiError, NotFound } from "@fleet/domain/Errors"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Logos } from "../../../apps/Logos.ts"
import { versioned } from "../../../platform/pages/Answers.ts"
import { SignInPages } from "../signin/SignInPages.ts"
import { donePage, notOfferedPage } from "./endViews.ts"
import { answerForm, type HostedForm, resultPage } from "./forms.ts"
import { linkForms, linkPages } from "./linkForms.ts"
import { forgotPage, type LinkKind } from "./linkViews.ts"
import { previewPages } from "./previewPages.ts"
import { providerSteps } from "./ProviderStepsHttp.ts"
import { mcpConfirmPages } from "./McpConfirmHttp.ts"
import { mcpPages } from "./McpPagesHttp.ts"
import { signInForms } from "./signInForms.ts"
import { signInPage } from "./signInViews.ts"
import { signUpPage } from "./signUpViews.ts"
import { themeCss } from "../../../platform/pages/Theme.ts"
import { twoFactorForms } from "./twoFactorForms.ts"
import { themeVersion, unknownApp, type View, viewOf } from "./View.ts"

interface Asked {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params: { readonly identifier: string }
}

/** An image that may style itself and nothing else, wherever it is opened. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const queryOf = ({ url }: HttpServerRequest.HttpServerRequest, name: string) =>
  new URLSearchParams(url.split("?")[1] ?? "").get(name)

const kept = (request: HttpServerRequest.HttpServerRequest) => ({
  asked: queryOf(request, "v"),
  tag: request.headers["if-none-match"]
})

export const HostedHttp = HttpApiBuilder.group(
  Api,
  "hosted",
  Effect.fnUntraced(function* (handlers) {
    const pages = yield* SignInPages
    const logos = yield* Logos
    const showLink = yield* linkPages
    const providers = yield* providerSteps
    const mcp = yield* mcpPages
    const showPreview = yield* previewPages
    const confirm = yield* mcpConfirmPages
    const forms = { ...(yield* signInForms), ...(yield* linkForms), ...(yield* twoFactorForms) }

    type Answer = ReturnType<typeof unknownApp>
    const shown =
      <R = never>(
        show: (view: View, request: HttpServerRequest.HttpServerRequest) => Effect.Effect<Answer, never, R> | Answer
      ) =>
      ({ params, request }: Asked) =>
        Effect.flatMap(pages.app(params.identifier), (found) => {
          if (Option.isNone(found)) return Effect.succeed(unknownApp(request))
          const answer = show(viewOf(found.value, request), request)
          return Effect.isEffect(answer) ? answer : Effect.succeed(answer)
        })
    const link =
      (kind: LinkKind) =>
      ({ params, request }: Asked & { readonly params: { readonly token: string } }) =>
        shown((view) => showLink(view, kind, params.token))({ params, request })

    const logo = Effect.fnUntraced(function* ({ params, request }: Asked) {
      const found = Option.getOrUndefined(yield* logos.find(params.identifier))
      if (found === undefined) return yield* new NotFound()
      const { hash: version, image, mime: contentType } = found
      return versioned(image, { contentType, policy: imagePolicy, version, ...kept(request) })
    })
    const theme = Effect.fnUntraced(function* ({ params, request }: Asked) {
      const app = Option.getOrUndefined(yield* pages.app(params.identifier))
      if (app === undefined) return yield* new NotFound()
      return versioned(themeCss(app.accent), {
        contentType: "text/css; charset=utf-8",
        policy: "default-src 'none'",
        version: themeVersion(app.accent),
        ...kept(request)
      })
    })

    const signInView = shown((view) => signInPage(view))
    const providerStart = ({ params, request }: Asked & { readonly params: { readonly slug: string } }) =>
      shown((view) => providers.start(view, request, params.slug))({ params, request })

    const signUpView = shown((view) =>
      view.app.selfRegistration ? signUpPage(view) : notOfferedPage(view, view.texts.notOffered.signUp)
    )
    const forgotView = shown((view) =>
      view.app.passwordEnabled ? forgotPage(view) : notOfferedPage(view, view.texts.notOffered.password)
    )

    const answering =
      <A, R, E extends ApiError>(name: keyof typeof forms, form: HostedForm<A, R, E>) =>
      ({ params, request }: Asked) =>
        answerForm(request, params.identifier, name, form)
    /** The same form, on the way to the page of an MCP client. */
    const onTheWay =
      <A, R, E extends ApiError>(name: keyof typeof forms, form: HostedForm<A, R, E>) =>
      ({ params, request }: Asked & { readonly params: { readonly interaction: string } }) =>
        answerForm(request, params.identifier, name, form, `mcp/${params.interaction.toLowerCase()}`)
    const result = ({ params, request }: Asked & { readonly params: { readonly result: string } }) =>
      shown((view) => resultPage(view, params.result, forms))({ params, request })

    return handlers
      .handleRaw("logo", logo)
      .handleRaw("theme", theme)
      .handleRaw(
        "done",
        shown((view, request) => donePage(view, queryOf(request, "for")))
      )
      .handleRaw(
        "preview",
        shown((view, request) => showPreview(view, queryOf(request, "show"), queryOf(request, "mail")))
      )
      .handleRaw("result", result)
      .handleRaw("signInPage", signInView)
      .handleRaw("signIn", answering("signIn", forms.signIn))
      .handleRaw("code", answering("code", forms.code))
      .handleRaw("codeVerify", answering("codeVerify", forms.codeVerify))
      .handleRaw("providerStart", providerStart)
      .handleRaw("providerReturn", shown(providers.comeBack))
      .handleRaw("signUpPage", signUpView)
      .handleRaw("signUp", answering("signUp", forms.signUp))
      .handleRaw("verifyPage", link("verify"))
      .handleRaw("verify", answering("verify", forms.verify))
      .handleRaw("resend", answering("resend", forms.resend))
      .handleRaw("forgotPage", forgotView)
      .handleRaw("forgot", answering("forgot", forms.forgot))
      .handleRaw("resetPage", link("reset"))
      .handleRaw("reset", answering("reset", forms.reset))
      .handleRaw("invitePage", link("invite"))
      .handleRaw("invite", answering("invite", forms.invite))
      .handleRaw("twoFactor", answering("twoFactor", forms.twoFactor))
      .handleRaw("setup", answering("setup", forms.setup))
      .handleRaw("confirm", answering("confirm", forms.confirm))
      .handleRaw("mcpPage", mcp.page)
      .handleRaw("mcpPassword", onTheWay("signIn", forms.signIn))
      .handleRaw("mcpCode", onTheWay("code", forms.code))
      .handleRaw("mcpCodeVerify", onTheWay("codeVerify", forms.codeVerify))
      .handleRaw("mcpConsent", mcp.consent)
      .handleRaw("mcpConfirmPage", confirm.page)
      .handleRaw("mcpConfirm", confirm.decide)
  })
)
