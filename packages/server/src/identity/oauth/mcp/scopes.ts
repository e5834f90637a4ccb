import { type McpScope, mcpScopes } from "@fleet/domain/Mcp"

/** The scopes of a text in which spaces separate them, in our order. Unknown ones are left out; null where none is left. */
export const scopesOf = (text: string | undefined): ReadonlyArray<McpScope> | null => {
  const asked = text?.split(" ") ?? []
  const known = mcpScopes.filter((scope) => asked.includes(scope))
  return known.length === 0 ? null : known
}

/** Scopes joined, in our order. */
export const joinedScopes = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<McpScope> =>
  mcpScopes.filter((scope) => lists.some((list) => list.includes(scope)))
