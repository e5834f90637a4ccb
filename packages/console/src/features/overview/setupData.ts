import { queryOptions } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"
import type { SetupFacts } from "./setup.ts"

/** What was asked, or undefined where that failed: one step that cannot be read hides no other. */
const orUnknown = async <Answer>(ask: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await ask
  } catch {
    return undefined
  }
}

/** How far the organisation is. Of several apps the first is looked at. */
export const setupQuery = queryOptions({
  queryKey: ["overview.setup"],
  queryFn: async ({ signal }): Promise<SetupFacts> => {
    const [apps, team, invitations, factors] = await Promise.all([
      orUnknown(fleet.request("apps.list", { signal })),
      orUnknown(fleet.request("team.users", { signal })),
      orUnknown(fleet.request("team.invitations", { signal })),
      orUnknown(fleet.request("developerFactors.get", { signal }))
    ])
    const params = { id: apps?.apps[0]?.id ?? "" }
    const [roles, users, config] =
      params.id === ""
        ? []
        : await Promise.all([
            orUnknown(fleet.request("roles.list", { params, signal })),
            orUnknown(fleet.request("appUsers.list", { params, signal })),
            orUnknown(fleet.request("authConfig.get", { params, signal }))
          ])
    return {
      apps: apps?.apps.length,
      roles: roles?.roles.filter(({ builtin }) => !builtin).length,
      users: users?.users.length,
      agents: config?.mcp_enabled,
      people: team === undefined ? undefined : team.users.length + (invitations?.invitations.length ?? 0),
      passkeys: factors?.passkeys.length
    }
  },
  refetchInterval: 60_000
})
