import { type Act, change } from "./change.ts"
import { documents } from "./documents.ts"
import type { Generator } from "./kernel/Generator.ts"
import { everything } from "./population.ts"
import { takeAway } from "./takeAway.ts"
import { backend, secondWindow } from "./windowActs.ts"
import type { World } from "./World.ts"

const permit: Act = (world, random) => {
  const role = random.pick(world.roles)
  const robots = world.robots.filter(({ exists }) => exists.is(true))
  const all = robots.flatMap(({ id }) => everything.map((slug) => `${id}/${slug}`))
  const keeps = random.pick([0, 0.5, 0.8, 1])
  const granted = all.filter(() => random.chance(keeps)).toSorted()
  const grants = robots.map(({ id }) => ({
    robot_id: id,
    slugs: granted.filter((one) => one.startsWith(id)).map((one) => one.slice(id.length + 1))
  }))
  change(
    world,
    role.grants,
    granted,
    `permit ${role.name} ${granted.length}`,
    "PUT",
    `/api/apps/${world.appId}/roles/${role.id}/permissions`,
    {
      role_id: role.id,
      grants,
      capabilities: { action_history: true, assets: false }
    }
  )
}

const assign: Act = (world, random) => {
  const user = random.pick(world.users)
  const role = random.pick(world.roles.filter(({ exists }) => exists.is(true)))
  change(
    world,
    user.role,
    role.id,
    `give ${user.actor.person.name} ${role.name}`,
    "PATCH",
    `/api/apps/${world.appId}/users/${user.actor.person.id}`,
    { role_id: role.id }
  )
}

const block: Act = (world, random) => {
  const user = random.pick(world.users)
  if (user.status.mayBe("deleted")) return
  const status = random.pick(["active", "active", "blocked"] as const)
  change(
    world,
    user.status,
    status,
    `make ${user.actor.person.name} ${status}`,
    "PATCH",
    `/api/apps/${world.appId}/users/${user.actor.person.id}`,
    { status }
  )
}

const rename: Act = (world, random) => {
  const { id, name } = random.pick(world.robots)
  const next = `Robot ${random.below(1_000)}`
  change(world, name, next, `rename ${next}`, "PATCH", `/api/robots/${id}`, { name: next })
}

const publishConfig: Act = (world, random) => {
  const { id, version } = random.pick(world.robots)
  if (version.isBusy) return
  const source = random.pick(documents)
  version.begin(-1)
  world.operator.change("draft", "PUT", `/api/robots/${id}/config/draft`, { source }, (drafted) => {
    if (drafted.kind !== "done") return version.end({ kind: "refused", code: "draft" })
    world.operator.change(
      `publish ${documents.indexOf(source)}`,
      "POST",
      `/api/robots/${id}/config/publish`,
      undefined,
      (outcome) => {
        version.end(outcome)
        if (outcome.kind === "done") version.settle((outcome.body as { readonly version: number }).version)
      }
    )
  })
}

const rotate: Act = (world, random) => {
  const { actor, id, token } = random.pick(world.robots)
  change(world, token, "unknown", "rotate token", "POST", `/api/robots/${id}/token/rotate`, undefined, (outcome) => {
    if (outcome.kind !== "done") return
    const fresh = (outcome.body as { readonly token: string }).token
    token.settle(fresh)
    actor.kill()
    actor.token = fresh
    actor.start()
  })
}

const user =
  (deed: (actor: World["users"][number]["actor"], robotId: string, random: Generator) => void): Act =>
  (world, random) => {
    const { actor } = random.pick(world.users)
    if (actor.client === null) return void actor.open()
    if (!actor.isSignedIn) return void actor.signIn()
    deed(actor, random.pick(world.robots).id, random)
  }

const slugs = ["battery", "pose"] as const
const actions = ["dock", "undock"] as const
const ways = ["rest", "realtime"] as const

/** Starts a job and wants it no longer, maybe before it is stored. */
const changeMind = user((actor, robotId, random) => {
  const slug = random.pick(actions)
  actor.start(robotId, slug, random.pick(ways))
  actor.cancel(robotId, slug)
})

/** What people do, and how often. */
export const acts: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [6, permit],
  [2, assign],
  [2, block],
  [1, rename],
  [2, publishConfig],
  [1, rotate],
  [8, user((actor, robotId, random) => actor.subscribe(robotId, random.pick(slugs)))],
  [2, user((actor, robotId, random) => actor.unsubscribe(robotId, random.pick(slugs)))],
  [6, user((actor, robotId, random) => actor.start(robotId, random.pick(actions), random.pick(ways)))],
  [3, user((actor, robotId, random) => actor.call(robotId, "reset", random.pick(ways)))],
  [3, user((actor, robotId, random) => actor.cancel(robotId, random.pick(actions)))],
  [2, changeMind],
  [5, user((actor, robotId, random) => actor.publish(robotId, "drive", random.between(1, 5)))],
  [1, user((actor) => actor.signOut())],
  [2, backend],
  [2, secondWindow],
  [1, takeAway],
  [1, user((actor) => actor.kill())]
]

const whole = acts.reduce((sum, [weight]) => sum + weight, 0)

/** One act, drawn. */
export const act: Act = (world, random) => {
  let at = random.below(whole)
  for (const [weight, deed] of acts) {
    at -= weight
    if (at < 0) return deed(world, random)
  }
}
