import { createHash, randomBytes } from "node:crypto"
import type { OurFacts } from "../servers/facts.ts"

const redirectUri = "http://127.0.0.1:1/back"

/** Where calls go: an endpoint, and the token that is good there. */
export interface Endpoint {
  readonly url: string
  readonly path: string
  readonly token: string
}

export const json = async (url: string, method: string, token: string | null, body?: unknown) => {
  const answered = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (answered.status >= 400) throw new Error(`${url}: ${answered.status} ${await answered.text()}`)
  return answered
}

/** Switches MCP on, and has the app's user let a client in. */
export const letIn = async ({ appId, appIdentifier, ownerToken, url, userToken }: OurFacts): Promise<Endpoint> => {
  const path = `/mcp/${appIdentifier}`
  await json(`${url}/api/apps/${appId}/auth-config/mcp`, "PUT", ownerToken, { mcp_enabled: true })
  const body = { redirect_uris: [redirectUri], client_name: "Load" }
  const { client_id } = (await (await json(`${url}${path}/oauth/register`, "POST", null, body)).json()) as {
    client_id: string
  }
  const verifier = randomBytes(32).toString("base64url")
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256"
  })
  const begun = await json(`${url}${path}/oauth/authorize?${query}`, "GET", null)
  const interaction = new URL(begun.headers.get("location")!).pathname.split("/").at(-1)
  const approved = await json(`${url}/api/client/mcp/interactions/${interaction}/approve`, "POST", userToken)
  const { redirect_to } = (await approved.json()) as { redirect_to: string }
  const code = new URL(redirect_to).searchParams.get("code")
  const grant = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    client_id,
    code_verifier: verifier
  }
  const tokens = (await (await json(`${url}${path}/oauth/token`, "POST", null, grant)).json()) as {
    access_token: string
  }
  return { url, path, token: tokens.access_token }
}

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "load", version: "1" }
}

export interface Call {
  readonly method: "tools/list" | "tools/call"
  readonly params: { readonly name?: string; readonly [key: string]: unknown }
}

export const requestOf = ({ path, token }: Endpoint, { method, params }: Call) => ({
  path,
  method: "POST" as const,
  headers: {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(params.name === undefined ? {} : { "mcp-name": params.name })
  },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } })
})
