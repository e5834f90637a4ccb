import type { RouteAnswer } from "@fleet/sdk"
import { queryOptions } from "@tanstack/react-query"
import { fleet } from "../session/client.ts"

/** What a robot offers, described. */
export const datasheetQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["datapoints.datasheet", robotId],
    queryFn: ({ signal }): Promise<RouteAnswer<"datapoints.datasheet">> =>
      fleet.request("datapoints.datasheet", { params: { id: robotId }, signal })
  })
