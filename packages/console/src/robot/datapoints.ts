import type { RouteAnswer } from "@fleet/sdk"
import { queryOptions } from "@tanstack/react-query"
import { fleet } from "../session/client.ts"

/** The datapoints of a robot with their units. A version of a configuration never changes: it is read once. */
export const datapointsQuery = (robotId: string, version: number | null) =>
  queryOptions({
    queryKey: ["datapoints.list", robotId, version],
    queryFn: async ({ signal }): Promise<RouteAnswer<"datapoints.list">["datapoints"]> =>
      (await fleet.request("datapoints.list", { params: { id: robotId }, signal })).datapoints,
    staleTime: Infinity
  })
