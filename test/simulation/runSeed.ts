import { act } from "./acts.ts"
import { checkDatabase } from "./checks/checkDatabase.ts"
import { settle } from "./checks/settle.ts"
import { breakSomething } from "./faults.ts"
import { profileOf } from "./Profile.ts"
import type { Worlds } from "./openWorlds.ts"
import type { World } from "./World.ts"

/** What became of one seed. */
export interface Run {
  readonly seed: number
  /** What broke a rule, in its order; empty where nothing did. */
  readonly violations: ReadonlyArray<string>
  /** Stands for everything that happened: two runs of a seed have the same. */
  readonly digest: number
  readonly steps: number
  /** Milliseconds of the world. */
  readonly lastedMs: number
  readonly trace: ReadonlyArray<string>
}

const chaos = async (world: World): Promise<void> => {
  const { cloud, database, kernel, net } = world
  const random = kernel.random.fork("acts")
  const trouble = kernel.random.fork("faults")
  const profile = profileOf(kernel.random.fork("profile"))
  kernel.note(JSON.stringify(profile))
  for (const { actor } of world.robots) {
    actor.yields = profile.yields
    actor.start()
    actor.robot.begin()
  }
  for (const { actor } of world.users) {
    actor.open()
    actor.signIn()
  }
  await kernel.pass(2_000)
  net.weather = profile.weather
  database.faults = profile.database
  kernel.stall = profile.stall
  cloud.yields = profile.yields
  for (let step = 0; step < profile.steps && world.observer.violations.length === 0; step++) {
    for (let count = random.between(1, 3); count > 0; count--) act(world, random)
    await kernel.pass(random.between(0, profile.pace))
    breakSomething(world, profile, trouble)
    await checkDatabase(world)
  }
}

/** Runs the world of a seed. */
export const runSeed = async (seed: number, worlds: Worlds, keepsTrace = false): Promise<Run> => {
  const world = await worlds.begin(seed, keepsTrace)
  const { kernel, observer } = world
  try {
    await chaos(world)
    if (observer.violations.length === 0) await settle(world)
  } catch (fault) {
    observer.violate(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))
  } finally {
    world.end()
  }
  return {
    seed,
    violations: [...observer.violations, ...kernel.faults],
    digest: kernel.digest >>> 0,
    steps: kernel.steps,
    lastedMs: kernel.nowMs - kernel.beganMs,
    trace: kernel.trace
  }
}
