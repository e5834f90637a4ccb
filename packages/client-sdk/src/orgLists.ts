import type { CallOptions } from "./Http.ts"
import type { Request } from "./Request.ts"
import type { OrgAlert, ResourceHealth } from "./types.gen.ts"

/** All pages of the alerts that fire. */
export const firingAlerts = async (request: Request, call?: CallOptions): Promise<ReadonlyArray<OrgAlert>> => {
  const all: Array<OrgAlert> = []
  for (let before: { readonly before?: string } = {}; ;) {
    const { alerts, next_cursor } = await request("alerts.orgAlerts", {
      ...call,
      query: { state: "firing", ...before }
    })
    all.push(...alerts)
    if (next_cursor === null) return all
    before = { before: next_cursor }
  }
}

/** The health of one robot's resources, or of those of all. */
export const resourceHealth = async (
  request: Request,
  { robotId, ...call }: CallOptions & { readonly robotId?: string } = {}
): Promise<ReadonlyArray<ResourceHealth>> => {
  const query = robotId === undefined ? {} : { robot_id: robotId }
  return (await request("orgReports.health", { ...call, query })).resources
}
