import type { McpInteraction } from "./McpInteraction.ts"
import { isLoopback, opensApp, redirectHost } from "./redirectUris.ts"

/** What a page of consent shows of a client beside the name that it gives itself: hosts with their ports, or an app's scheme. */
export const consentFacts = ({ client_id, redirect_uri }: Pick<McpInteraction, "client_id" | "redirect_uri">) => ({
  answersTo: redirectHost(redirect_uri),
  /** Where its metadata document is; null for a client that registered itself. */
  describedAt: client_id.startsWith("https://") ? new URL(client_id).host : null,
  /** Whether the answer stays on this computer, where any program may wait for it, whatever the client's name. */
  staysHere: isLoopback(redirect_uri),
  /** Whether the answer opens an app on this device, of those that take addresses of the scheme `answersTo`. */
  opensApp: opensApp(redirect_uri)
})
