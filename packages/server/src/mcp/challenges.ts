import { mcpScopes } from "@fleet/domain/Mcp"

/** Where a client without a good token gets one. `isPresented`: one came with the request. */
export const challenge = (metadata: string, isPresented: boolean): string =>
  `Bearer resource_metadata="${metadata}", scope="${mcpScopes.join(" ")}"${isPresented ? `, error="invalid_token"` : ""}`

/** Which scope a client has to ask the person for. */
export const scopeChallenge = (metadata: string, needed: string): string =>
  `Bearer error="insufficient_scope", scope="${needed}", resource_metadata="${metadata}"`
