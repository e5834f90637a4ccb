import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InteractionExpired, NotFound, OrgLocked, RateLimited } from "../Errors.ts"
import { AppId, AppUserId } from "../Ids.ts"
import { ClientMcpInteraction, McpDecisionResponse, McpGrantListResponse } from "../Mcp.ts"
import { McpClientListResponse } from "../McpDoctor.ts"
import { AppUserSession, DeveloperSession, MaybeAppUser } from "./Access.ts"
import { AppScope, AppUserScope } from "./AppScope.ts"

/** Any text: an id that names no interaction is answered as one that is over. */
const interaction = { id: Schema.String }
/** An https address where the client has one, percent-encoded. */
const client = { clientId: Schema.String }
const ofUser = { id: AppId, userId: AppUserId }

/** The consents of app users to MCP clients: asked for, listed, withdrawn. */
export class McpApi extends HttpApiGroup.make("mcp")
  .add(
    HttpApiEndpoint.get("interaction", "/api/client/mcp/interactions/:id", {
      params: interaction,
      success: ClientMcpInteraction,
      error: [InteractionExpired, NotFound]
    })
      .annotate(OpenApi.Summary, "A client that asks for consent, for the page that asks the person")
      .middleware(MaybeAppUser),
    HttpApiEndpoint.post("approve", "/api/client/mcp/interactions/:id/approve", {
      params: interaction,
      success: McpDecisionResponse,
      error: [InteractionExpired, NotFound, OrgLocked, RateLimited]
    })
      .annotate(OpenApi.Summary, "Let the client act for the signed-in app user")
      .middleware(AppUserSession),
    HttpApiEndpoint.post("deny", "/api/client/mcp/interactions/:id/deny", {
      params: interaction,
      success: McpDecisionResponse,
      error: [InteractionExpired, NotFound, OrgLocked, RateLimited]
    })
      .annotate(OpenApi.Summary, "Refuse the client")
      .middleware(AppUserSession),
    HttpApiEndpoint.get("grants", "/api/client/mcp/grants", { success: McpGrantListResponse })
      .annotate(OpenApi.Summary, "The clients that the signed-in app user lets act, newest first")
      .middleware(AppUserSession),
    HttpApiEndpoint.delete("withdraw", "/api/client/mcp/grants/:clientId", {
      params: client,
      success: HttpApiSchema.NoContent
    })
      .annotate(OpenApi.Summary, "Withdraw a consent and end the client's sessions")
      .middleware(AppUserSession)
  )
  .annotateMerge(OpenApi.annotations({ title: "MCP consents of app users" })) {}

/** The same consents as an app's developers see them. */
export class AppUserMcpApi extends HttpApiGroup.make("appUserMcp")
  .add(
    HttpApiEndpoint.get("grants", "/api/apps/:id/users/:userId/mcp-grants", {
      params: ofUser,
      success: McpGrantListResponse
    }).annotate(OpenApi.Summary, "The clients that an app user lets act, newest first"),
    HttpApiEndpoint.delete("withdraw", "/api/apps/:id/users/:userId/mcp-grants/:clientId", {
      params: { ...ofUser, ...client },
      success: HttpApiSchema.NoContent
    }).annotate(OpenApi.Summary, "Withdraw an app user's consent and end the client's sessions")
  )
  .middleware(AppUserScope)
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "MCP consents, for developers of the app" })) {}

/** The consents of developers at the central endpoint. */
export class DeveloperMcpApi extends HttpApiGroup.make("developerMcp")
  .add(
    HttpApiEndpoint.get("grants", "/api/auth/mcp/grants", { success: McpGrantListResponse }).annotate(
      OpenApi.Summary,
      "The clients that the developer lets act at the central MCP endpoint, newest first"
    ),
    HttpApiEndpoint.delete("withdraw", "/api/auth/mcp/grants/:clientId", {
      params: client,
      success: HttpApiSchema.NoContent
    }).annotate(OpenApi.Summary, "Withdraw a consent and end the client's sessions")
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "MCP consents of developers" })) {}

/** How the connections of MCP clients to an app go. */
export class McpClientsApi extends HttpApiGroup.make("mcpClients")
  .add(
    HttpApiEndpoint.get("list", "/api/apps/:id/mcp/clients", {
      params: { id: AppId },
      success: McpClientListResponse
    }).annotate(
      OpenApi.Summary,
      "What each MCP client of the app asked for last, and what to do where it does not connect"
    )
  )
  .middleware(AppScope)
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Connections of MCP clients" })) {}
