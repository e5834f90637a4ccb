import type { CallOptions } from "./Http.ts"
import type { Request } from "./Request.ts"

/** The calls behind consents, which are loaded with the first of them. `bearer` is that of who is signed in, if anybody is. */
export const mcpCalls = (request: Request, isApp: boolean, bearer: () => Promise<string | undefined>) => {
  const decide = async (decision: "approve" | "deny", id: string, options?: CallOptions) =>
    (await request(`mcp.${decision}`, { ...options, params: { id } })).redirect_to
  const group = isApp ? "mcp" : "developerMcp"
  return {
    interaction: async (id: string, options?: CallOptions) => {
      const token = await bearer()
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const asked = { ...options, params: { id }, headers }
      return request("mcp.interaction", asked)
    },
    approve: (id: string, options?: CallOptions) => decide("approve", id, options),
    deny: (id: string, options?: CallOptions) => decide("deny", id, options),
    grants: async (options?: CallOptions) => (await request(`${group}.grants`, options)).grants,
    withdraw: (clientId: string, options?: CallOptions) =>
      request(`${group}.withdraw`, { ...options, params: { clientId } })
  }
}
