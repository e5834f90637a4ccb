import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { openDatabase, type SharedDatabase } from "./database/openDatabase.ts"
import { World } from "./World.ts"

let database: SharedDatabase
beforeAll(async () => {
  database = await openDatabase()
}, 120_000)
afterAll(() => database.close())

/** A world without faults, whose bridges are connected and whose first user is signed in. */
const inWorld = async (scenario: (world: World) => Promise<void>): Promise<void> => {
  await database.empty(1)
  const world = new World(1, database.pglite, true)
  try {
    await world.begin()
    for (const { actor } of world.robots) actor.start()
    const { actor } = world.users[0]!
    actor.open()
    actor.signIn()
    await world.kernel.pass(3_000)
    await scenario(world)
    assert.deepStrictEqual([...world.observer.violations, ...world.kernel.faults], [])
  } finally {
    world.end()
  }
}

const states = async () =>
  (await database.pglite.query<{ state: string }>("SELECT state FROM job_runs ORDER BY seq")).rows.map(
    ({ state }) => state
  )

describe("what the simulation found", () => {
  it("ends a job whose storing was not answered, and frees its slug", () =>
    inWorld(async ({ database: faulty, kernel, robots, users }) => {
      const { id } = robots[0]!
      const { actor } = users[0]!
      faulty.loseAnswerTo("INSERT INTO job_runs")
      actor.start(id, "dock", "rest")
      await kernel.pass(10_000)
      assert.deepStrictEqual(await states(), ["failed"])
      assert.strictEqual(robots[0]!.actor.robot.goals.size, 0)
      actor.start(id, "dock", "rest")
      await kernel.pass(30_000)
      assert.strictEqual((await states()).length, 2)
      assert.notInclude(await states(), "running")
    }))
})
