import { useQuery } from "@tanstack/react-query"
import { useCallback, useMemo } from "react"
import { robotsQuery } from "./queries.ts"

/** The name of a robot by its id; a short form of the id where it is gone or not read yet. */
export const useRobotNames = (): ((robotId: string) => string) => {
  const { data } = useQuery(robotsQuery)
  const names = useMemo(() => new Map(data?.map((robot) => [robot.id, robot.name])), [data])
  return useCallback((robotId: string) => names.get(robotId) ?? robotId.slice(0, 8), [names])
}
