import type { AppUser, Developer } from "@fleet/domain/Caller"
import type { RobotId } from "@fleet/domain/Ids"
import type { McpScope } from "@fleet/domain/Mcp"
import type { McpEndpoint } from "../identity/oauth/mcp/McpEndpoints.ts"

/** Who calls an endpoint through a client, and to what the address narrows the call. */
export interface Principal {
  readonly caller: AppUser | Developer
  readonly clientId: string
  readonly scopes: ReadonlyArray<McpScope>
  readonly endpoint: McpEndpoint
  /** `?robot=`: the only robot that is reached. */
  readonly robotId: RobotId | null
  /** `?read_only=true`: only tools that read. */
  readonly readOnly: boolean
}
