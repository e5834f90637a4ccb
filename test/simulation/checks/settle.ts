import { wellBehaved } from "../database/SimDatabase.ts"
import type { World } from "../World.ts"
import type { Register } from "./Register.ts"

type Json = Readonly<Record<string, any>>

/** Waits for something that must come to pass; without it a rule is broken. */
const must = async (world: World, what: string, isSo: () => boolean | Promise<boolean>, withinMs: number) => {
  const endMs = world.kernel.nowMs + withinMs
  while (!(await isSo())) {
    if (world.kernel.nowMs >= endMs) return world.observer.violate(`never: ${what}`)
    await world.kernel.pass(2_000)
  }
}

const heal = async (world: World): Promise<void> => {
  const { cloud, database, kernel, net } = world
  kernel.note("everything heals")
  database.faults = wellBehaved
  net.weather = { latency: [1, 5], splits: 0 }
  kernel.stall = 0
  cloud.yields = 0
  await kernel.pass(6_000)
  if (!(await kernel.until(() => cloud.isUp, 60_000))) return world.observer.violate("never: the service is up")
  for (const { actor } of world.robots) if (!actor.process.alive) actor.start()
  const busy = () =>
    world.roles.some(({ grants }) => grants.isBusy) ||
    world.robots.some((each) => each.version.isBusy || each.name.isBusy || each.token.isBusy) ||
    world.users.some(({ role, status }) => role.isBusy || status.isBusy)
  await must(world, "every change is answered", () => !busy(), 120_000)
  // What nobody answered is carried out by then, or never.
  const late = [
    ...world.roles.map(({ grants }) => grants),
    ...world.robots.flatMap((each) => [each.version, each.name, each.token]),
    ...world.users.flatMap(({ role, status }) => [role, status])
  ]
  await kernel.until(() => late.every((each) => !each.isLate), 61_000)
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** What was acknowledged is there. */
const checkWrites = async (world: World): Promise<void> => {
  const { observer, operator } = world
  for (const { grants, id, name } of world.roles) {
    const read = (await operator.read(`/api/apps/${world.appId}/roles/${id}/permissions`)) as Json
    const granted = (read["grants"] as ReadonlyArray<Json>)
      .flatMap((one) => (one["slugs"] as ReadonlyArray<string>).map((slug) => `${one["robot_id"]}/${slug}`))
      .toSorted()
    if (!grants.possible.some((value) => same(value, granted)))
      observer.violate(`the grants of ${name} are not those acknowledged`)
    grants.settle(granted)
  }
  for (const { actor, role, status } of world.users) {
    const read = (await operator.read(`/api/apps/${world.appId}/users/${actor.person.id}`)) as Json
    if (!role.possible.includes(read["role_id"]))
      observer.violate(`the role of ${actor.person.name} is not the one acknowledged`)
    if (!status.possible.includes(read["status"]))
      observer.violate(`${actor.person.name} is ${read["status"]}, not what was acknowledged`)
    role.settle(read["role_id"])
    status.settle(read["status"])
  }
  for (const { id, name, version } of world.robots) {
    const read = (await operator.read(`/api/robots/${id}`)) as Json
    const robot = (read["robot"] ?? read) as Json
    if (!name.possible.includes(robot["name"]))
      observer.violate(`a robot is called ${robot["name"]}, not what was acknowledged`)
    const { versions } = (await operator.read(`/api/robots/${id}/config/versions`)) as Json
    const newest = Math.max(...(versions as ReadonlyArray<Json>).map((one) => one["version"] as number))
    if (!version.possible.includes(newest) && !version.possible.includes(-1))
      observer.violate(`version ${newest} is the newest, not one acknowledged`)
  }
}

const renewTokens = async (world: World): Promise<void> => {
  for (const { actor, id, token } of world.robots) {
    if (same(token.possible, [actor.token])) continue
    token.begin("unknown")
    world.operator.change("rotate token", "POST", `/api/robots/${id}/token/rotate`, undefined, (outcome) => {
      token.end(outcome)
      if (outcome.kind !== "done") return world.observer.violate("a token cannot be rotated")
      actor.kill()
      actor.token = (outcome.body as { readonly token: string }).token
      actor.start()
    })
    await world.kernel.until(() => !token.isBusy, 30_000)
  }
}

/** Robots are there, their jobs have ended, and everyone hears what they may hear. */
const checkLife = async (world: World): Promise<void> => {
  const { kernel, operator, pglite } = world
  const states = async () => ((await operator.read("/api/robots")) as Json)["robots"] as ReadonlyArray<Json>
  await must(
    world,
    "every bridge is online",
    async () =>
      (await states()).every(
        (robot) =>
          JSON.stringify(robot["bridge"] ?? robot).includes('"online"') || robot["bridge_state"]?.online === true
      ),
    180_000
  )
  await must(
    world,
    "every job has ended",
    async () => (await pglite.query("SELECT FROM job_runs WHERE state IN ('running', 'unknown')")).rows.length === 0,
    420_000
  )
  for (const user of world.users) {
    const { actor, status } = user
    if (!status.possible.includes("active")) continue
    if (actor.client === null) actor.open()
    // Sign-ins may be rate limited for a while.
    for (let tries = 0; !actor.isSignedIn && tries < 10; tries++) {
      actor.signIn()
      await kernel.until(() => actor.isSignedIn, 20_000)
    }
    if (!actor.isSignedIn) world.observer.violate(`never: ${actor.person.name} signs in`)
    for (const { id } of world.robots) actor.subscribe(id, "battery")
  }
  for (const { actor } of world.robots) actor.robot.rest()
  // A value that a robot kept while it was not connected comes later, and to history alone: so each try has a new one.
  const tellAll = async () => {
    for (const { actor } of world.robots) actor.robot.emit()
    await kernel.pass(2_000)
  }
  for (const user of world.users) {
    for (const { actor, id } of world.robots) {
      const key = `${id}/battery`
      const hears = async () => {
        await tellAll()
        return !user.actor.subscriptions.has(key) || user.actor.newest.get(key) === actor.robot.newest
      }
      if (user.actor.client !== null && world.mayHear(user, id, "battery"))
        await must(world, `${user.actor.process.name} hears the newest value of ${actor.robot.name}`, hears, 120_000)
    }
  }
}

/** What bridges run is what was published last. */
const checkConfigurations = async (world: World): Promise<void> => {
  for (const { actor, id } of world.robots) {
    const { versions } = (await world.operator.read(`/api/robots/${id}/config/versions`)) as Json
    const newest = Math.max(...(versions as ReadonlyArray<Json>).map((one) => one["version"] as number))
    const runs = world.observer.configurations.get(actor.process.name)
    if (runs !== newest) world.observer.violate(`${actor.process.name} runs version ${runs}, published is ${newest}`)
  }
}

/** Every acknowledged change has its audit event, and there are no others than those that may have been carried out. */
const checkAudit = async (world: World): Promise<void> => {
  const { rows } = await world.pglite.query<{ readonly action: string; readonly count: number }>(
    "SELECT action, count(*)::int AS count FROM audit_events GROUP BY action"
  )
  const count = (action: string) => rows.find((row) => row.action === action)?.count ?? 0
  const compare = (action: string, registers: ReadonlyArray<Register<any>>, before: number) => {
    const least = before + registers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    const most = least + registers.reduce((sum, { unknown }) => sum + unknown, 0)
    const found = count(action)
    if (found < least || found > most)
      world.observer.violate(
        `${found} audit events of ${action}, acknowledged were ${least}, carried out at most ${most}`
      )
  }
  const tokens = world.robots.map(({ token }) => token)
  compare("robot.token_rotated", tokens, 0)
  compare(
    "config.published",
    world.robots.map(({ version }) => version),
    2
  )
}

/** With the faults off, everything comes to rest as it should be. */
export const settle = async (world: World): Promise<void> => {
  await heal(world)
  await renewTokens(world)
  await checkWrites(world)
  await checkLife(world)
  await checkConfigurations(world)
  await checkAudit(world)
  for (const { actor } of world.robots) {
    const speeds = actor.robot.published.flatMap(({ message }) => ((message as Json)["linear"]?.x as number) || [])
    world.observer.order(speeds)
  }
}
