import { openDatabase } from "./database/openDatabase.ts"
import { type Population, populate } from "./population.ts"
import { World } from "./World.ts"

/** Worlds, one after the other, on one database. */
export interface Worlds {
  /** The world of a seed, with its people and its robots, whose service has started. The one before has ended. */
  readonly begin: (seed: number, keepsTrace?: boolean) => Promise<World>
  readonly close: () => Promise<void>
}

/** People and robots are made before the time of any seed. */
const earlierMs = 60_000

/** Opens a database, and makes once what every world begins with. */
export const openWorlds = async (): Promise<Worlds> => {
  const database = await openDatabase()
  const { pglite } = database
  database.keep()
  await database.restore(0)
  const first = new World(0, pglite, false)
  let population: Population
  try {
    first.kernel.nowMs -= earlierMs
    await first.cloud.start()
    population = await first.cloud.run(populate)
    await first.kernel.pass(5_000)
    first.cloud.kill()
    await first.kernel.pass(1_000)
  } finally {
    first.end()
  }
  database.keep()
  return {
    begin: async (seed, keepsTrace = false) => {
      await database.restore(seed)
      const world = new World(seed, pglite, keepsTrace)
      try {
        await world.begin(population)
        return world
      } catch (cause) {
        world.end()
        throw cause
      }
    },
    close: database.close
  }
}
