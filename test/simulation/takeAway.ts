import { type Act, change } from "./change.ts"
import type { World } from "./World.ts"

/** What an operator deletes is not there: whether it was this request or the one before that nobody answered. */
const deleteRole = (world: World): void => {
  const role = world.roles.at(-1)!
  const heir = world.roles.at(-2)!
  const members = world.users.filter((user) => user.role.mayBe(role.id))
  if (!role.exists.is(true) || role.grants.isBusy) return
  if (members.some((user) => user.role.isBusy || !user.role.is(role.id))) return
  for (const member of members) member.role.begin(heir.id)
  const path = `/api/apps/${world.appId}/roles/${role.id}?move_to=${heir.id}`
  change(world, role.exists, false, `delete role ${role.name}`, "DELETE", path, undefined, (outcome) => {
    for (const member of members) member.role.end(outcome)
  })
}

const deleteUser: Act = (world, random) => {
  const { actor, status } = random.pick(world.users)
  if (status.mayBe("deleted")) return
  const path = `/api/apps/${world.appId}/users/${actor.person.id}`
  change(world, status, "deleted", `delete ${actor.person.name}`, "DELETE", path, undefined)
}

const deleteRobot = (world: World): void => {
  const { actor, exists, id, name, token, version } = world.robots.at(-1)!
  if (!exists.is(true) || name.isBusy || token.isBusy || version.isBusy) return
  const path = `/api/robots/${id}?force=true`
  change(world, exists, false, `delete ${actor.robot.name}`, "DELETE", path, undefined)
}

const deleteApp = (world: World): void => {
  if (!world.appExists.is(true)) return
  change(world, world.appExists, false, "delete the app", "DELETE", `/api/apps/${world.appId}`, undefined)
}

/** Deletes something for good. An app seldom: little is left to do in a world without it. */
export const takeAway: Act = (world, random) => {
  const draw = random.below(20)
  if (draw < 6) deleteRole(world)
  else if (draw < 12) deleteUser(world, random)
  else if (draw < 18) deleteRobot(world)
  else if (draw < 19) deleteApp(world)
}
