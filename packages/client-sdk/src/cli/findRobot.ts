import type { FleetClient } from "../createClient.ts"
import type { ClientRobotListItem } from "../types.gen.ts"
import { Failure } from "./Failure.ts"

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** The robot of this id or name, or the only one whose name begins so. */
export const findRobot = async (fleet: Pick<FleetClient, "robots">, asked: string): Promise<ClientRobotListItem> => {
  const { robots } = await fleet.robots.list()
  const exact = robots.filter(({ id, name }) => same(id, asked) || same(name, asked))
  const found =
    exact.length > 0 ? exact : robots.filter(({ name }) => name.toLowerCase().startsWith(asked.toLowerCase()))
  if (found.length === 1) return found[0]!
  if (found.length === 0) {
    throw new Failure(`There is no robot ${asked}.`, { hint: "`fleet robots` lists those that you reach." })
  }
  const list = found.map(({ id, name }) => `  ${id}  ${name}`).join("\n")
  throw new Failure(`Several robots are called ${asked}:\n${list}`, { hint: "Give the id of one." })
}
