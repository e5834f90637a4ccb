import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Roles } from "@fleet/server/apps/Roles"
import { Effect } from "effect"
import { publish } from "../robots/jobs/world.ts"
import { grant, makeApp, makeOrg, makeRobot, makeServerKey, password } from "../support/people.ts"
import { documents } from "./documents.ts"

/** Every slug of the first document. */
export const everything = ["battery", "dock", "drive", "pose", "reset", "undock"]

/** Makes everything that the acts are about. */
export const populate = Effect.gen(function* () {
  const { orgId, owner } = yield* makeOrg
  const made = [yield* makeRobot(owner.caller, "Alpha"), yield* makeRobot(owner.caller, "Beta")]
  for (const { robot } of made) yield* publish(owner.caller, robot.id, documents[0]!)
  const { app, observe, operate } = yield* makeApp(
    owner.caller,
    made.map(({ robot }) => robot.id)
  )
  const visit = yield* (yield* Roles).create(owner.caller, app, "visit")
  const key = yield* makeServerKey(owner.caller, app)
  const granted = Object.fromEntries(made.map(({ robot }) => [robot.id, everything]))
  for (const { id } of [observe, operate, visit]) yield* grant(owner.caller, app, id, granted)
  const users = []
  for (const [index, role] of [observe, operate, visit].entries()) {
    const email = `user${index}@example.com`
    const user = yield* (yield* AppUsers).create(owner.caller, app, { email, password, role_id: role.id })
    users.push({ id: user.id, email, role: role.id })
  }
  return {
    orgId,
    token: owner.token,
    robots: made.map(({ robot, token }) => ({ id: robot.id, name: robot.name, token })),
    app: { id: app.id, identifier: app.identifier },
    roles: [observe, operate, visit].map(({ id, name }) => ({ id, name })),
    key: { id: key.id, secret: key.token },
    users
  }
})

export type Population = Effect.Success<typeof populate>
