import { useEffect, useSyncExternalStore } from "react"
import { fleet } from "../session/client.ts"
import { type Described, Units } from "./Units.ts"

const units = new Units({
  read: async (robotId) => (await fleet.request("datapoints.list", { params: { id: robotId } })).datapoints
})

fleet.auth.onChange((_, session) => {
  if (session === null) units.clear()
})

const subscribe = (listener: () => void) => units.onChange(listener)

/** How a robot's values of a slug are written; undefined until that is known. It renders once, when it becomes known. */
export const useUnit = (robotId: string, version: number | null, slug: string): Described | undefined => {
  useEffect(() => units.want(robotId, version), [robotId, version])
  return useSyncExternalStore(subscribe, () => units.get(robotId, version, slug))
}
