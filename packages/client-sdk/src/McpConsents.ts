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
  const calls = async () => (await import("./mcpCalls.ts")).mcpCalls(request, isApp, bearer)
  return {
    interaction: async (id, options) => (await calls()).interaction(id, options),
    approve: async (id, options) => (await calls()).approve(id, options),
    deny: async (id, options) => (await calls()).deny(id, options),
    grants: async (options) => (await calls()).grants(options),
    withdraw: async (clientId, options) => (await calls()).withdraw(clientId, options)
  }
}
