import { Effect } from "effect"
import { createHmac, sign } from "node:crypto"
import type { RequestListener, ServerResponse } from "node:http"
import { unique } from "../../../support/people.ts"
import { rsaKeyPair } from "../../../support/rsaKeys.ts"
import { clientId, clientSecret, makeServer } from "./identityProvider.ts"

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const keyPair = () => {
  const { privateKey, publicKey } = rsaKeyPair()
  return { privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" } }
}
type Pair = ReturnType<typeof keyPair>

/** How a token is signed. */
export const signatures = {
  right: (text: string, { privateKey }: Pair) => sign("sha256", Buffer.from(text), privateKey).toString("base64url"),
  none: () => "",
  byClientSecret: (text: string) => createHmac("sha256", clientSecret).update(text).digest("base64url")
}

/** A provider that answers whatever it is told to: by default a right token for `claims`. */
export const makeHostileProvider = Effect.gen(function* () {
  const server = yield* makeServer()
  const { issuer } = server
  const [own, other] = [keyPair(), keyPair()]
  const seconds = () => Math.floor(Date.now() / 1000)
  const reply = (response: ServerResponse, value: unknown, status = 200) =>
    void response
      .writeHead(status, { "content-type": "application/json" })
      .end(typeof value === "string" ? value : JSON.stringify(value))

  const state = {
    issuer,
    server,
    /** Added to the token's claims; undefined takes one away. */
    claims: {} as Record<string, unknown>,
    header: { alg: "RS256", kid: "k" } as Record<string, unknown>,
    signature: signatures.right as (text: string, pair: Pair) => string,
    /** Added to the discovery document. */
    document: {} as Record<string, unknown>,
    /** Instead of what is answered at a path. */
    answers: {} as Record<string, RequestListener>,
    userInfo: {} as Record<string, unknown>,
    /** The body of the newest request for a token. */
    tokenRequest: new URLSearchParams(),
    keys: { keys: [own.jwk] },
    otherKey: (text: string) => signatures.right(text, other),
    reply
  }
  const nonces = new Map<string, string>()

  const documentOf = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    ...state.document
  })
  const token = () => {
    const nonce = nonces.get(state.tokenRequest.get("code")!)
    const claims = { iss: issuer, sub: "somebody", aud: clientId, nonce, iat: seconds(), exp: seconds() + 300 }
    const text = `${json(state.header)}.${json({ ...claims, ...state.claims })}`
    return `${text}.${state.signature(text, own)}`
  }
  server.listener = async (request, response) => {
    const { pathname } = new URL(request.url!, issuer)
    const answer = state.answers[pathname]
    if (answer !== undefined) return answer(request, response)
    if (pathname === "/.well-known/openid-configuration") return reply(response, documentOf())
    if (pathname === "/jwks") return reply(response, state.keys)
    if (pathname === "/me") return reply(response, { sub: "somebody", ...state.userInfo })
    let body = ""
    for await (const chunk of request) body += String(chunk)
    state.tokenRequest = new URLSearchParams(body)
    return reply(response, { access_token: "access", token_type: "Bearer", id_token: token() })
  }

  /** What the browser comes back with, without a visit. */
  const comingBack = (at: string, rest: Readonly<Record<string, string>> = { code: unique() }) => {
    const asked = new URL(at).searchParams
    nonces.set(rest["code"] ?? "", asked.get("nonce")!)
    return { search: `?${new URLSearchParams({ state: asked.get("state")!, ...rest })}` }
  }
  return Object.assign(state, { comingBack })
})
