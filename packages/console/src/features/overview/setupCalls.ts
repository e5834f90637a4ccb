import type {
  CreateAppInvitationRequest,
  CreateAppRequest,
  CreateRoleRequest,
  CreateTeamInviteRequest,
  PutAuthMcpRequest
} from "@fleet/sdk"
import type { SetupStep } from "./setup.ts"

/** A call of the service that does a step. `$APP` stands for the id of the app, `$TOKEN` for an access token. */
interface SetupCall {
  readonly route: string
  readonly method: "POST" | "PUT"
  readonly path: string
  readonly body:
    | CreateAppInvitationRequest
    | CreateAppRequest
    | CreateRoleRequest
    | CreateTeamInviteRequest
    | PutAuthMcpRequest
}

/** The steps that one call does, and which; the others have a page. */
export const setupCalls: Readonly<Partial<Record<SetupStep, SetupCall>>> = {
  app: {
    route: "apps.create",
    method: "POST",
    path: "/api/apps",
    body: { name: "Floor", identifier: "floor" }
  },
  role: {
    route: "roles.create",
    method: "POST",
    path: "/api/apps/$APP/roles",
    body: { name: "Night shift" }
  },
  user: {
    route: "appInvitations.create",
    method: "POST",
    path: "/api/apps/$APP/invitations",
    body: { email: "somebody@example.com", send_mail: true }
  },
  agent: {
    route: "authConfig.putMcp",
    method: "PUT",
    path: "/api/apps/$APP/auth-config/mcp",
    body: { mcp_enabled: true }
  },
  colleague: {
    route: "team.invite",
    method: "POST",
    path: "/api/org/invitations",
    body: { email: "colleague@example.com", tier: "developer", send_mail: true }
  }
}

/** The call as code: by the SDK, and for a shell. */
export const setupCode = ({ body, method, path, route }: SetupCall, apiUrl: string) => {
  const literal = JSON.stringify(body, null, 2)
    .replaceAll(/"(\w+)":/g, "$1:")
    .replaceAll("\n", "\n  ")
  const params = path.includes("$APP") ? "params: { id: app },\n  " : ""
  return {
    typescript: `await fleet.request("${route}", {\n  ${params}body: ${literal}\n})`,
    curl: [
      `curl "${apiUrl}${path}" -X ${method}`,
      '-H "authorization: Bearer $TOKEN"',
      "-H 'content-type: application/json'",
      `-d '${JSON.stringify(body)}'`
    ].join(" \\\n  ")
  }
}
