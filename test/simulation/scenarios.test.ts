import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { openWorlds, type Worlds } from "./openWorlds.ts"
import { change } from "./change.ts"
import { wellBehaved } from "./database/SimDatabase.ts"
import type { World } from "./World.ts"

let worlds: Worlds
beforeAll(async () => {
  worlds = await openWorlds()
}, 120_000)
afterAll(() => worlds.close())

/** A world without faults, whose bridges are connected and whose first user is signed in. */
const inWorld = async (scenario: (world: World) => Promise<void>): Promise<void> => {
  const world = await worlds.begin(1, true)
  try {
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

const states = async ({ pglite }: World) =>
  (await pglite.query<{ state: string }>("SELECT state FROM job_runs ORDER BY seq")).rows.map(({ state }) => state)

describe("what the simulation found", () => {
  it("ends a job whose storing was not answered, and frees its slug", () =>
    inWorld(async (world) => {
      const { database, kernel, robots, users } = world
      const { id } = robots[0]!
      const { actor } = users[0]!
      database.loseAnswerTo("INSERT INTO job_runs")
      actor.start(id, "dock", "rest")
      await kernel.pass(10_000)
      assert.deepStrictEqual(await states(world), ["failed"])
      assert.strictEqual(robots[0]!.actor.robot.goals.size, 0)
      actor.start(id, "dock", "rest")
      await kernel.pass(30_000)
      assert.strictEqual((await states(world)).length, 2)
      assert.notInclude(await states(world), "running")
    }))

  it("stores no job of a slug before the end of the one before", () =>
    inWorld(async (world) => {
      const { database, kernel, robots, users } = world
      const { id } = robots[0]!
      const { actor } = users[0]!
      database.loseBefore("UPDATE job_runs")
      for (let tries = 0; tries < 20; tries++) {
        actor.call(id, "reset", "rest")
        await kernel.pass(200)
        const active = (await states(world)).filter((state) => state === "running" || state === "unknown")
        assert.isAtMost(active.length, 1)
      }
      await kernel.pass(30_000)
      const ended = await states(world)
      assert.isAtLeast(ended.length, 2)
      assert.deepStrictEqual([...new Set(ended)], ["succeeded"])
    }))
})

describe("what seeds seldom come to", () => {
  it("ends subscriptions where the answer to the COMMIT of a change of permissions was lost", () =>
    inWorld(async (world) => {
      const { database, kernel, robots, roles, users } = world
      const [{ actor, id }] = robots as [(typeof robots)[number]]
      users[0]!.actor.subscribe(id, "battery")
      await kernel.pass(2_000)
      actor.robot.emit()
      await kernel.pass(5_000)
      assert.strictEqual(users[0]!.actor.newest.get(`${id}/battery`), 1)
      const [role] = roles as [(typeof roles)[number]]
      const path = `/api/apps/${world.appId}/roles/${role.id}/permissions`
      const capabilities = { action_history: true, assets: false }
      database.loseAnswerTo("COMMIT")
      change(world, role.grants, [], "permit nothing", "PUT", path, { role_id: role.id, grants: [], capabilities })
      await kernel.pass(30_000)
      assert.strictEqual(role.grants.acknowledged, 1)
      actor.robot.emit()
      await kernel.pass(5_000)
      assert.isUndefined(users[0]!.actor.newest.get(`${id}/battery`))
    }))

  it("sends no current value, read from the database, after a newer one", { timeout: 120_000 }, () =>
    inWorld(async (world) => {
      const { cloud, database, kernel, robots, users } = world
      const { actor, id } = robots[0]!
      actor.robot.emit()
      await kernel.pass(5_000)
      for (let afterMs = 200; afterMs <= 2_000; afterMs += 200) {
        cloud.kill()
        cloud.begin()
        await kernel.pass(40_000)
        database.faults = { ...wellBehaved, delay: [150, 150] }
        users[0]!.actor.subscribe(id, "battery")
        await kernel.pass(afterMs)
        actor.robot.emit()
        await kernel.pass(10_000)
        assert.strictEqual(users[0]!.actor.newest.get(`${id}/battery`), actor.robot.newest)
        database.faults = wellBehaved
        users[0]!.actor.unsubscribe(id, "battery")
        await kernel.pass(1_000)
      }
    })
  )

  it("goes on with the history of a slug whose renaming was committed, but not answered", () =>
    inWorld(async (world) => {
      const { database, kernel, operator, robots, users } = world
      const [{ actor, id }] = robots as [(typeof robots)[number]]
      const values = async (slug: string) => {
        const from = kernel.beganMs
        const read = await operator.read(`/api/robots/${id}/datapoints/${slug}/history?from=${from}`)
        return (read as { readonly samples: ReadonlyArray<{ readonly value: number }> } | null)?.samples.map(
          ({ value }) => value
        )
      }
      const outcomes: Array<string> = []
      const ask = async (path: string, body?: object) => {
        operator.change(path, "POST", `/api/robots/${id}/config/${path}`, body, ({ kind }) => void outcomes.push(kind))
        await kernel.pass(20_000)
      }
      users[0]!.actor.subscribe(id, "battery")
      await kernel.pass(2_000)
      for (let count = 0; count < 3; count++) {
        actor.robot.emit()
        await kernel.pass(5_000)
      }
      assert.deepStrictEqual(await values("battery"), [1, 2, 3])
      world.roles[0]!.grants.begin([`${id}/charge`])
      database.loseAnswerTo("COMMIT")
      await ask("rename-slug", { from: "battery", to: "charge" })
      await ask("publish")
      assert.deepStrictEqual(outcomes, ["done", "done"])
      users[0]!.actor.subscribe(id, "charge")
      await kernel.pass(5_000)
      actor.robot.emit()
      await kernel.pass(5_000)
      assert.deepStrictEqual(await values("charge"), [1, 2, 3, 4])
      assert.isUndefined(await values("battery"))
      assert.strictEqual(users[0]!.actor.newest.get(`${id}/charge`), 4)
      assert.isFalse(users[0]!.actor.newest.has(`${id}/battery`))
    }))
})
