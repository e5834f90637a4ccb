import type { ListedTool } from "./Tools.ts"

/** The extension that lets a client show a page of a server, MCP Apps. */
export const uiExtension = "io.modelcontextprotocol/ui"

/** What such a page is served as. */
export const uiMimeType = "text/html;profile=mcp-app"

export const robotCardUri = "ui://robot-fleet-cloud/robot-card"

/** The tools whose result is shown as the robot card: what a robot offers, and an action that begins. */
const shownAsCard: ReadonlyArray<string> = ["describe_robot", "start_action"]

interface Capabilities {
  readonly extensions?: Readonly<Record<string, { readonly mimeTypes?: unknown }>>
}

/**
 * Whether a client shows pages of this kind. The older revisions say what a client can do in `initialize` alone, which is
 * not kept (`declared` is undefined): their clients get it too, since those that know no pages read past it.
 */
export const showsPages = (declared: Capabilities | undefined): boolean => {
  if (declared === undefined) return true
  const types = declared.extensions?.[uiExtension]?.mimeTypes
  return Array.isArray(types) && types.includes(uiMimeType)
}

/** Tools as `tools/list` shows them to a client that shows pages. */
export const withCard = (tools: ReadonlyArray<ListedTool>) =>
  tools.map((tool) =>
    shownAsCard.includes(tool.name) ? { ...tool, _meta: { ui: { resourceUri: robotCardUri } } } : tool
  )
