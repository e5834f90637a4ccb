import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { otherAccountHttp } from "./CentralSignInHttp.ts"
import { mcpConsentPageHttp, mcpConsentStep } from "./McpConsentHttp.ts"
import { resultHttp } from "./ResultHttp.ts"
import * as setup from "./SetupHttp.ts"
import * as signIn from "./SignInHttp.ts"

/** The same sign-in for clients of the central MCP endpoint, which ends at a page of consent. */
export const McpPortalHttp = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    yield* router.add("GET", "/mcp/oauth/interaction/:interaction", signIn.identifyPageHttp)
    yield* router.add("GET", "/mcp/oauth/again/:interaction", otherAccountHttp)
    yield* router.add("POST", "/mcp/oauth/identify", signIn.signInSteps.identify.post)
    yield* router.add("GET", "/mcp/oauth/code/:interaction", signIn.codePageOf("sign_in"))
    yield* router.add("POST", "/mcp/oauth/code", signIn.signInSteps.code.post)
    yield* router.add("POST", "/mcp/oauth/passkey/options", signIn.signInSteps.passkeyOptions.post)
    yield* router.add("POST", "/mcp/oauth/passkey", signIn.signInSteps.passkey.post)
    yield* router.add("GET", "/mcp/oauth/two-factor/:interaction", signIn.twoFactorPageHttp)
    yield* router.add("GET", "/mcp/oauth/two-factor/:interaction/recovery", signIn.recoveryPageHttp)
    yield* router.add("POST", "/mcp/oauth/two-factor", signIn.signInSteps.twoFactor.post)
    yield* router.add("GET", "/mcp/oauth/two-factor/setup/:interaction", setup.setupPageHttp)
    yield* router.add("POST", "/mcp/oauth/two-factor/setup/totp", setup.setupSteps.totp.post)
    yield* router.add("POST", "/mcp/oauth/two-factor/setup/totp/confirm", setup.setupSteps.totpConfirm.post)
    yield* router.add("POST", "/mcp/oauth/two-factor/setup/passkey/options", setup.setupSteps.passkeyOptions.post)
    yield* router.add("POST", "/mcp/oauth/two-factor/setup/passkey", setup.setupSteps.passkey.post)
    yield* router.add("POST", "/mcp/oauth/two-factor/setup/done", setup.setupSteps.done.post)
    yield* router.add("GET", "/mcp/oauth/consent/:interaction", mcpConsentPageHttp)
    yield* router.add("POST", "/mcp/oauth/consent", mcpConsentStep.post)
    yield* router.add("GET", "/mcp/oauth/result/:result", resultHttp)
  })
)
