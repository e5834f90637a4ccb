import { Effect } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"
import { rsaKeyPair } from "../../../support/rsaKeys.ts"

/** What a provider says of somebody who signs in by this name. */
export type People = Map<string, Readonly<Record<string, unknown>>>

const newKey = () => {
  const { privateKey } = rsaKeyPair()
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: crypto.randomUUID() }
}

export const clientId = "fleet"
export const clientSecret = "a secret of the fleet"
export const callbackUrl = "http://127.0.0.1:8787/api/client/oidc/callback"

const configurationOf = (people: People, isInToken: boolean) => ({
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callbackUrl] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  conformIdTokenClaims: !isInToken,
  cookies: { keys: ["not a secret"] },
  jwks: { keys: [newKey()] },
  findAccount: (_: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, ...people.get(accountId) })
  })
})

/** A server on a free port of the loopback interface, until the scope closes. What it does may be replaced. */
export const makeServer = (path = "") =>
  Effect.gen(function* () {
    const held = {
      issuer: "",
      listener: ((_, response) => response.end()) as RequestListener,
      requests: [] as Array<string>
    }
    const server = createServer((request, response) => {
      held.requests.push(`${request.method} ${request.url}`)
      held.listener(request, response)
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    held.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    return held
  })

/** A real provider. Claims are in its tokens, or, as the standard has it, at its userinfo endpoint. */
export const makeIdentityProvider = Effect.fnUntraced(function* (claimsAt: "token" | "userinfo" = "token") {
  const server = yield* makeServer()
  const people: People = new Map()
  const rotateKeys = () => {
    server.listener = new Provider(server.issuer, configurationOf(people, claimsAt === "token")).callback()
  }
  rotateKeys()
  return { server, issuer: server.issuer, people, rotateKeys }
})

/** What a browser keeps for one provider, by name. */
type Jar = Map<string, string>

const keep = (jar: Jar, response: Response) => {
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (value === "") jar.delete(name!)
    else jar.set(name!, value!)
  }
}

const formOf = (page: string) => ({
  action: /<form[^>]* action="([^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&"),
  prompt: /name="prompt" value="([^"]+)"/.exec(page)![1]!
})

/** Signs in at a real provider as a person does, and answers the address that it sends the browser back to. */
export const signInAt = (url: string, login: string, jar: Jar = new Map()): Effect.Effect<URL> =>
  Effect.promise(async () => {
    const { origin } = new URL(url)
    let next = url
    let form: string | undefined
    for (let step = 0; step < 12; step++) {
      const response = await fetch(next, {
        redirect: "manual",
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" })
        },
        ...(form === undefined ? {} : { method: "POST", body: form })
      })
      keep(jar, response)
      const page = await response.text()
      const location = response.headers.get("location")
      if (location !== null) {
        const to = new URL(location, origin)
        if (to.origin !== origin) return to
        next = to.href
        form = undefined
      } else {
        const { action, prompt } = formOf(page)
        next = new URL(action, origin).href
        form = new URLSearchParams({ prompt, login, password: "any" }).toString()
      }
    }
    throw new Error(`The provider never sent the browser back: ${next}`)
  })
