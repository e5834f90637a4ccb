import type { CallOptions } from "./Http.ts"
import type { Request } from "./Request.ts"
import type { ClientMcpInteraction, McpGrantListResponse } from "./types.gen.ts"

/** What a person lets a program do over MCP. */
export type McpGrant = McpGrantListResponse["grants"][number]

/** What people let programs do for them over MCP. */
export interface McpConsents {
  /**
   * A program that asks an app user, for an app's own page: `mcp_login_url` leads there with its id. Nobody has verified its
   * name: show `redirect_host` beside it. It is read before a sign-in, too. Fails with `interaction_expired`.
   */
  readonly interaction: (id: string, options?: CallOptions) => Promise<ClientMcpInteraction>
  /** Lets it act for the app user. Answers the address to send the browser to. Fails with `interaction_expired`. */
  readonly approve: (id: string, options?: CallOptions) => Promise<string>
  /** Refuses it. Answers the address to send the browser to. Fails with `interaction_expired`. */
  readonly deny: (id: string, options?: CallOptions) => Promise<string>
  /** What the caller lets programs do, newest first: an app user in the app, a developer at the central endpoint. */
  readonly grants: (options?: CallOptions) => Promise<ReadonlyArray<McpGrant>>
  /** Withdraws what the caller let a program do. It is refused from its next call on. */
  readonly withdraw: (clientId: string, options?: CallOptions) => Promise<void>
}

/** `bearer` is that of who is signed in, if anybody is. */
export const mcpConsents = (
  request: Request,
  isApp: boolean,
  bearer: () => Promise<string | undefined>
): McpConsents => {
  const decide = async (decision: "approve" | "deny", id: string, options?: CallOptions) =>
    (await request(`mcp.${decision}`, { ...options, params: { id } })).redirect_to
  const group = isApp ? "mcp" : "developerMcp"
  return {
    interaction: async (id, options) => {
      const token = await bearer()
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const asked = { ...options, params: { id }, headers }
      return request("mcp.interaction", asked)
    },
    approve: (id, options) => decide("approve", id, options),
    deny: (id, options) => decide("deny", id, options),
    grants: async (options) => (await request(`${group}.grants`, options)).grants,
    withdraw: (clientId, options) => request(`${group}.withdraw`, { ...options, params: { clientId } })
  }
}
