import type { App } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { appsQuery } from "../../fleet/queries.ts"
import type { AppsOf } from "./robotsFilter.ts"
import { byText } from "../../format/order.ts"

const none: ReadonlyArray<string> = []

/** The names of the apps that reach each robot, in the order of the alphabet. */
const appNamesByRobot = (
  apps: ReadonlyArray<Pick<App, "name" | "robot_ids">>
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const { name, robot_ids } of apps.toSorted((a, b) => byText(a.name, b.name)))
    for (const id of robot_ids) found.set(id, [...(found.get(id) ?? []), name])
  return found
}

/** The apps that reach each robot: the list of apps says so, no list of robots does. */
export const useAppNames = () => {
  const { data, error } = useQuery(appsQuery)
  return useMemo(() => {
    const byRobot = appNamesByRobot(data ?? [])
    const of: AppsOf = (robotId) => (data === undefined ? undefined : (byRobot.get(robotId) ?? none))
    return { byRobot, of, error: data === undefined ? error : null }
  }, [data, error])
}
