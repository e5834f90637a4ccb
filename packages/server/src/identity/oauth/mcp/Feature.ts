import { Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { ClientActivity } from "./ClientActivity.ts"
import { ClientActivityStore } from "./ClientActivityStore.ts"
import { ClientDocuments } from "./ClientDocuments.ts"
import { McpClients } from "./McpClients.ts"
import { McpClientStore } from "./McpClientStore.ts"
import { McpCodeStore } from "./McpCodeStore.ts"
import { McpConfirmations } from "./McpConfirmations.ts"
import { McpConfirmationStore } from "./McpConfirmationStore.ts"
import { McpConsentsHttp } from "./McpConsentsHttp.ts"
import { McpEndpoints } from "./McpEndpoints.ts"
import { McpEndpointStore } from "./McpEndpointStore.ts"
import { McpGrants } from "./McpGrants.ts"
import { McpGrantStore } from "./McpGrantStore.ts"
import { McpInteractions } from "./McpInteractions.ts"
import { McpInteractionStore } from "./McpInteractionStore.ts"
import { McpOAuthHttp } from "./McpOAuthHttp.ts"
import { McpPersonStore } from "./McpPersonStore.ts"
import { McpSweep } from "./McpSweep.ts"
import { McpTokens } from "./McpTokens.ts"

/** The authorization servers of MCP endpoints: one for each app, and one for developers. */
export const mcpOAuth = feature({
  stores: Layer.mergeAll(
    ClientActivityStore.layer,
    McpClientStore.layer,
    McpCodeStore.layer,
    McpConfirmationStore.layer,
    McpEndpointStore.layer,
    McpGrantStore.layer,
    McpInteractionStore.layer,
    McpPersonStore.layer
  ),
  services: Layer.mergeAll(ClientActivity.layer, McpConfirmations.layer, McpInteractions.layer, McpTokens.layer).pipe(
    Layer.provideMerge(Layer.mergeAll(McpClients.layer, McpEndpoints.layer, McpGrants.layer)),
    Layer.provideMerge(ClientDocuments.layer)
  ),
  background: McpSweep,
  api: McpConsentsHttp,
  pages: McpOAuthHttp
})
