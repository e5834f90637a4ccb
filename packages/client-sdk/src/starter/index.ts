import { isNoise, isSayable } from "./noise.ts"
import { starterOf } from "./starter.ts"
import { FleetError } from "../FleetError.ts"
import type { Request } from "../Request.ts"
import { definitionsFor } from "../typeDefinitions.ts"

/** A first configuration of a robot. */
export interface StarterConfiguration {
  /** The text of a configuration: a draft to edit, nothing of it is stored. */
  readonly source: string
  /** When the robot's ROS graph was read, as ISO 8601. */
  readonly readAt: string
  /** The robot is offline: the graph is what it offered then. */
  readonly stale: boolean
}

/**
 * Writes a first configuration from what a robot's ROS graph offers, read now where the robot is online. Leaves out what
 * every ROS node has, such as /rosout, and hidden names. Fails with `robot_offline` where the robot was never read.
 */
export const starterConfiguration = async (
  request: Request,
  robot: { readonly id: string; readonly name: string }
): Promise<StarterConfiguration> => {
  const params = { id: robot.id }
  let read = await request("introspection.get", { params })
  if (read === null || !read.stale) {
    read = await request("introspection.refresh", { params }).catch((error: unknown) => {
      if (read === null || !FleetError.is(error)) throw error
      return read
    })
  }
  const { fetched_at: readAt, graph, stale } = read
  const named = (["topics", "services", "actions"] as const).flatMap((kind) =>
    graph[kind].flatMap(({ name, types }) =>
      types.filter((type) => isSayable(name, type) && !isNoise(kind, name, type))
    )
  )
  const definitions = await definitionsFor(request, robot.id, [...new Set(named)].toSorted())
  return { source: starterOf(robot.name, graph, definitions), readAt, stale }
}
