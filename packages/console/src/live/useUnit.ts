import { useEffect, useRef, useSyncExternalStore } from "react"
import { fleet } from "../session/client.ts"
import { type Described, Units } from "./Units.ts"

// The list of datapoints has no decimals: the datasheet has both.
const units = new Units({
  read: async (robotId) => {
    const { exposures } = await fleet.request("datapoints.datasheet", { params: { id: robotId } })
    return exposures.filter(({ kind }) => kind === "datapoint")
  }
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

/** A robot with the version of its configuration. */
export interface PublishedRobot {
  readonly id: string
  readonly version: number | null
}

/** What each robot publishes by slug: undefined until it has answered, "failed" where it could not be asked. */
export const usePublished = (
  robots: ReadonlyArray<PublishedRobot>,
  attempt: number
): ReadonlyArray<ReadonlyMap<string, Described> | "failed" | undefined> => {
  const key = robots.map(({ id, version }) => `${id} ${version}`).join()
  const wanted = useRef(robots)
  wanted.current = robots
  useEffect(() => {
    const leave = wanted.current.map(({ id, version }) => units.want(id, version))
    return () => {
      for (const each of leave) each()
    }
  }, [key, attempt])
  useSyncExternalStore(subscribe, () => units.revision)
  return robots.map(({ id, version }) => units.published(id, version))
}
