import { type McpScope, mcpScopes } from "@fleet/domain/Mcp"

/** The scopes of a text in which spaces separate them, in our order; null where one is unknown or there is none. */
export const scopesOf = (text: string): ReadonlyArray<McpScope> | null => {
  const asked = text.split(" ").filter((scope) => scope !== "")
  const known = mcpScopes.filter((scope) => asked.includes(scope))
  return known.length === 0 || asked.some((scope) => !mcpScopes.some((known) => known === scope)) ? null : known
}

/** Scopes joined, in our order. */
export const joinedScopes = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<McpScope> =>
  mcpScopes.filter((scope) => lists.some((list) => list.includes(scope)))
