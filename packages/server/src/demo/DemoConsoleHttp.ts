import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { mintSecret } from "../platform/crypto/Secrets.ts"
import { html, type Html } from "../platform/pages/html.ts"
import { page } from "../platform/pages/Page.ts"
import { Settings } from "../platform/settings/Settings.ts"

const cookieName = "demo_console"
const brand = { name: "Robot Fleet Cloud demo", logo: null, theme: null }

const shown = (title: string, body: Html, status = 200) => page({ locale: "en", brand, title, body, status })

interface Signed {
  readonly access_token: string
  readonly me: {
    readonly user: { readonly email: string; readonly tier: string }
    readonly org: { readonly name: string }
  }
}

/** Trades the portal's code for tokens as any console would, over HTTP. Null when the service refuses. */
const exchanged = async (baseUrl: string, body: Readonly<Record<string, string>>): Promise<Signed | null> => {
  const answer = await fetch(`${baseUrl}/console/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!answer.ok) return null
  const { access_token } = (await answer.json()) as { access_token: string }
  const me = await fetch(`${baseUrl}/api/auth/me`, { headers: { authorization: `Bearer ${access_token}` } })
  return me.ok ? { access_token, me: (await me.json()) as Signed["me"] } : null
}

/** How an Owner brings the portal to ask for a passkey or an authenticator, which it then helps to set up. */
const secondFactor = (baseUrl: string) =>
  html`<p>This makes the portal ask everybody for a second factor, from the next sign-in on:</p>
    <p class="quiet">
      curl -X PATCH -H "Authorization: Bearer …" -H "Content-Type: application/json" -d '{"require_two_factor":true}'
      ${baseUrl}/api/org
    </p>`

/** A console small enough for a demo: it sends the browser to the portal, and shows who came back. */
export const DemoConsoleHttp = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, consoleRedirects, demo, portalUrl } = yield* Settings
    const redirectUri = consoleRedirects[0]!
    if (!demo) return Layer.empty

    const begin = Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const [state, verifier] = [mintSecret(), mintSecret()]
      const query = new URLSearchParams({
        response_type: "code",
        client_id: "console",
        redirect_uri: redirectUri,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...(url.endsWith("?create") ? { prompt: "create" } : {})
      })
      return HttpServerResponse.redirect(`${portalUrl}/console/oauth/authorize?${query}`, {
        status: 302,
        headers: {
          "cache-control": "no-store",
          "set-cookie": `${cookieName}=${state}.${verifier}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`
        }
      })
    })

    const finish = Effect.gen(function* () {
      const { cookies, url } = yield* HttpServerRequest.HttpServerRequest
      const given = new URLSearchParams(url.split("?")[1] ?? "")
      const [state, verifier] = (cookies[cookieName] ?? "").split(".")
      const again = html`<p><a class="button" href="/dev/sign-in">Sign in</a></p>`
      if (!state || !verifier || given.get("state") !== state) {
        return shown("This sign-in was begun elsewhere", again, 400)
      }
      const signed = yield* Effect.promise(() =>
        exchanged(baseUrl, {
          grant_type: "authorization_code",
          client_id: "console",
          redirect_uri: redirectUri,
          code: given.get("code") ?? "",
          code_verifier: verifier
        }).catch(() => null)
      )
      if (signed === null) return shown("The portal's code was not taken", again, 400)
      const { access_token, me } = signed
      return shown(
        "You are signed in",
        html`<p>As ${me.user.email}, ${me.user.tier} of ${me.org.name}.</p>
          <p>For 15 minutes this token speaks for you:</p>
          <p class="secret">${access_token}</p>
          <p class="quiet">curl -H "Authorization: Bearer …" ${baseUrl}/api/auth/two-factor</p>
          ${me.user.tier === "owner" ? secondFactor(baseUrl) : []}`
      )
    })

    return Layer.mergeAll(
      HttpRouter.add("GET", "/dev/sign-in", begin),
      HttpRouter.add("GET", new URL(redirectUri).pathname as `/${string}`, finish)
    )
  })
)
