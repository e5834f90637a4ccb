import { wellBehaved } from "../database/SimDatabase.ts"
import type { World } from "../World.ts"
import { checkHistory } from "./checkHistory.ts"
import { checkJobAudit } from "./checkJobAudit.ts"
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

const registers = (world: World): ReadonlyArray<Register<any>> => [
  world.appExists,
  world.key.secret,
  ...world.roles.flatMap(({ exists, grants }) => [exists, grants]),
  ...world.robots.flatMap((each) => [each.exists, each.version, each.name, each.token]),
  ...world.users.flatMap(({ role, status }) => [role, status])
]

const heal = async (world: World): Promise<void> => {
  const { cloud, database, kernel, net } = world
  kernel.note("everything heals")
  database.faults = wellBehaved
  net.weather = { latency: [1, 5], splits: 0 }
  kernel.stall = 0
  cloud.yields = 0
  await kernel.pass(6_000)
  if (!(await kernel.until(() => cloud.isUp, 60_000))) return world.observer.violate("never: the service is up")
  for (const { actor, exists } of world.robots) if (!actor.process.alive && exists.mayBe(true)) actor.start()
  await must(world, "every change is answered", () => registers(world).every((each) => !each.isBusy), 120_000)
  for (const { actor } of world.robots) actor.robot.rest()
  // What nobody answered is carried out by then, or never.
  await kernel.until(() => registers(world).every((each) => !each.isLate), 61_000)
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** A deletion of a robot that stopped halfway is asked for again. */
const finishDeletions = async (world: World): Promise<void> => {
  for (const { exists, id } of world.robots) {
    if (exists.is(true) || exists.is(false)) continue
    exists.begin(false)
    world.operator.change("delete again", "DELETE", `/api/robots/${id}?force=true`, undefined, (outcome) => {
      exists.end(outcome)
      if (outcome.kind === "done" || (outcome.kind === "refused" && outcome.code === "not_found")) exists.settle(false)
      else world.observer.violate("a robot cannot be deleted")
    })
    await world.kernel.until(() => !exists.isBusy, 30_000)
  }
}

/** Reads what may have been deleted: null where it was. That it is there, or is not, must be what was acknowledged. */
const readOrGone = async <Value>(
  { observer, operator }: World,
  path: string,
  what: string,
  exists: Register<Value>,
  gone: Value
): Promise<Json | null> => {
  const read = (await operator.read(path)) as Json | null
  if (read === null && !exists.mayBe(gone)) observer.violate(`${what} is gone, and nobody deleted it`)
  if (read !== null && exists.is(gone)) observer.violate(`${what} is there, although its deletion was acknowledged`)
  if (read === null) exists.settle(gone)
  return read
}

const checkRoles = async (world: World): Promise<void> => {
  for (const { exists, grants, id, name } of world.roles) {
    const path = `/api/apps/${world.appId}/roles/${id}/permissions`
    const read = await readOrGone(world, path, `the role ${name}`, exists, false)
    if (read === null) continue
    exists.settle(true)
    const granted = (read["grants"] as ReadonlyArray<Json>)
      .flatMap((one) => (one["slugs"] as ReadonlyArray<string>).map((slug) => `${one["robot_id"]}/${slug}`))
      .toSorted()
    // A robot's grants go with it.
    const left = (all: ReadonlyArray<string>) => all.filter((each) => world.hasRobot(each.split("/")[0]!))
    if (!grants.possible.some((value) => same(left(value), left(granted))))
      world.observer.violate(`the grants of ${name} are not those acknowledged`)
    if (granted.length > left(granted).length) world.observer.violate(`${name} grants slugs of a robot that is gone`)
    grants.settle(granted)
  }
}

const checkUsers = async (world: World): Promise<void> => {
  const { observer } = world
  for (const { actor, role, status } of world.users) {
    const { id, name } = actor.person
    const read = await readOrGone(world, `/api/apps/${world.appId}/users/${id}`, name, status, "deleted")
    if (read === null) continue
    if (!role.mayBe(read["role_id"])) observer.violate(`the role of ${name} is not the one acknowledged`)
    if (!status.mayBe(read["status"])) observer.violate(`${name} is ${read["status"]}, not what was acknowledged`)
    role.settle(read["role_id"])
    status.settle(read["status"])
  }
}

const checkRobots = async (world: World): Promise<void> => {
  const { observer, operator } = world
  for (const { exists, id, name, version } of world.robots) {
    const read = await readOrGone(world, `/api/robots/${id}`, `robot ${id}`, exists, false)
    if (read === null) continue
    exists.settle(true)
    const robot = (read["robot"] ?? read) as Json
    if (!name.mayBe(robot["name"])) observer.violate(`a robot is called ${robot["name"]}, not what was acknowledged`)
    const { versions } = (await operator.read(`/api/robots/${id}/config/versions`)) as Json
    const newest = Math.max(...(versions as ReadonlyArray<Json>).map((one) => one["version"] as number))
    if (!version.mayBe(newest) && !version.mayBe(-1))
      observer.violate(`version ${newest} is the newest, not one acknowledged`)
  }
}

/** What was acknowledged is there, and what was deleted is not. */
const checkWrites = async (world: World): Promise<void> => {
  await checkRobots(world)
  const app = await readOrGone(world, `/api/apps/${world.appId}`, "the app", world.appExists, false)
  if (app === null) return
  world.appExists.settle(true)
  await checkRoles(world)
  await checkUsers(world)
}

const renewTokens = async (world: World): Promise<void> => {
  for (const { actor, exists, id, token } of world.robots) {
    if (exists.is(false) || same(token.possible, [actor.token])) continue
    token.begin("unknown")
    world.operator.change("rotate token", "POST", `/api/robots/${id}/token/rotate`, undefined, (outcome) => {
      token.end(outcome)
      if (outcome.kind !== "done") return world.observer.violate("a token cannot be rotated")
      const fresh = (outcome.body as { readonly token: string }).token
      token.settle(fresh)
      actor.kill()
      actor.token = fresh
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
    if (!status.mayBe("active") || !world.appExists.mayBe(true)) continue
    if (actor.client === null) actor.open()
    // Sign-ins may be rate limited for a while.
    for (let tries = 0; !actor.isSignedIn && tries < 10; tries++) {
      actor.signIn()
      await kernel.until(() => actor.isSignedIn, 20_000)
    }
    if (!actor.isSignedIn) world.observer.violate(`never: ${actor.person.name} signs in`)
    for (const { id } of world.robots) if (world.hasRobot(id)) actor.subscribe(id, "battery")
  }
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
  for (const { actor, exists, id } of world.robots) {
    if (!exists.mayBe(true)) continue
    const { versions } = (await world.operator.read(`/api/robots/${id}/config/versions`)) as Json
    const newest = Math.max(...(versions as ReadonlyArray<Json>).map((one) => one["version"] as number))
    // A bridge whose connection went silent notices it after half a minute.
    const runs = () => Promise.resolve(world.observer.configurations.get(actor.process.name) === newest)
    await must(world, `${actor.process.name} runs version ${newest}`, runs, 120_000)
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
    "robot.deleted",
    world.robots.map(({ exists }) => exists),
    0
  )
  compare("app.deleted", [world.appExists], 0)
  compare(
    "config.published",
    world.robots.map(({ version }) => version),
    2
  )
}

/** With the faults off, everything comes to rest as it should be. */
export const settle = async (world: World): Promise<void> => {
  await heal(world)
  await finishDeletions(world)
  await renewTokens(world)
  await checkWrites(world)
  await checkLife(world)
  await checkConfigurations(world)
  await checkHistory(world)
  await checkAudit(world)
  await checkJobAudit(world)
  for (const { actor } of world.robots) {
    const speeds = actor.robot.published.flatMap(({ message }) => ((message as Json)["linear"]?.x as number) || [])
    world.observer.order(speeds)
  }
}
