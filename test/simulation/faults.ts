import { gapOf } from "../support/gapOf.ts"
import type { Generator } from "./kernel/Generator.ts"
import type { Profile } from "./Profile.ts"
import type { World } from "./World.ts"

/** What may break between two acts. */
export const breakSomething = (world: World, profile: Profile, random: Generator): void => {
  const { cloud, kernel, net } = world
  const connections = [...net.connections]
  const connection = connections.length === 0 ? null : random.pick(connections)
  if (connection !== null && random.chance(profile.cut)) {
    kernel.note(`net: cut ${connection.client.process.name}`)
    net.cut(connection)
  }
  if (connection !== null && random.chance(profile.lose)) {
    kernel.note(`net: lost ${connection.client.process.name}`)
    net.lose(connection)
  }
  if (connection !== null && random.chance(profile.hold)) {
    kernel.note(`net: held ${connection.client.process.name}`)
    net.stall(connection, random.between(100, 20_000))
  }
  if (cloud.isUp && random.chance(profile.killCloud)) {
    cloud.kill()
    kernel.after(world.operator.process, random.between(0, 5_000), () => cloud.begin())
  }
  if (random.chance(profile.killBridge)) {
    const { actor } = random.pick(world.robots)
    actor.kill()
    kernel.after(actor.robot.process, random.between(0, 5_000), () => {
      if (!actor.process.alive) actor.start()
    })
  }
  if (cloud.isUp && random.chance(profile.gap)) {
    kernel.note("bus: gap")
    kernel.post(cloud.process, () => gapOf(cloud.bus))
  }
}
