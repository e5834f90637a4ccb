import { Name } from "@fleet/domain/Wire"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { operator, Orgs } from "../org/Orgs.ts"
import { Robots } from "../robots/Robots.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { json } from "./Json.ts"
import { Operator, Refused } from "./Operator.ts"

const create = Command.make(
  "create",
  {
    org: Argument.String("org").pipe(Argument.withDescription("The org's id, or the address of one of its developers")),
    name: Argument.String("name").pipe(
      Argument.withDescription("What the robot is called"),
      Argument.withSchema(Name(63))
    ),
    json
  },
  Effect.fnUntraced(function* ({ json, name, org }) {
    const robots = yield* Robots
    const { baseUrl } = yield* Settings
    const { id, name: orgName } = yield* (yield* Orgs)
      .find(org)
      .pipe(
        Effect.catchTag("not_found", () =>
          Effect.fail(new Refused({ message: `${org} is neither an org's id nor the address of a developer.` }))
        )
      )
    const { robot, token } = yield* robots.create(id, operator, name).pipe(
      Effect.catchTags({
        quota_exceeded: ({ details }) =>
          Effect.fail(
            new Refused({ message: `${orgName} has ${details.limit} robots, which is the most an org can have.` })
          ),
        plan_limit: ({ details }) =>
          Effect.fail(
            new Refused({
              message: `${orgName} has ${details.used} of the ${details.max} robots of its plan ${details.plan}. See: npm run operator -- plan show ${id}`
            })
          ),
        org_locked: () => Effect.fail(new Refused({ message: `${orgName} is locked: nothing is added to it.` }))
      })
    )
    if (json) return yield* Console.log(JSON.stringify({ robot_id: robot.id, token }))
    yield* Console.log(
      [
        `Made the robot ${robot.name} (${robot.id}) in ${orgName}.`,
        "Its bridge token, which is not shown again:",
        token,
        "",
        "Keep it in a file that its bridge alone may read, and connect the robot with it:",
        `npx fleet-bridge --url ${baseUrl} --token-file robot.token --ros ws://localhost:8765`
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Make a robot and print its bridge token, once"), Command.provide(Operator))

export const robot = Command.make("robot").pipe(
  Command.withDescription("Set robots up"),
  Command.withSubcommands([create])
)
