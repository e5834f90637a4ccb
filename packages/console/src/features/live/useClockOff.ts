import { useQuery } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"

/** What the service says is wrong with the robot's clock; undefined while it is right or unknown. */
export const useClockOff = (robotId: string): string | undefined => {
  const { data } = useQuery({
    queryKey: ["orgReports.health", robotId],
    queryFn: async ({ signal }) =>
      (await fleet.request("orgReports.health", { query: { robot_id: robotId }, signal })).resources
  })
  const clock = data?.find(({ facet, state }) => facet === "clock" && state !== "ok")
  return clock === undefined ? undefined : (clock.reason ?? "")
}
