import { OrgPlan, type PlanLimits, planNames } from "@fleet/domain/Plans"
import { Console, Effect, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { Orgs } from "../org/Orgs.ts"
import { Plans } from "../plans/Plans.ts"
import { json } from "./Json.ts"
import { Operator, Refused } from "./Operator.ts"

const target = Argument.String("org").pipe(
  Argument.withDescription("The org's id, or the address of one of its developers")
)

const find = Effect.fnUntraced(function* (org: string) {
  return yield* (yield* Orgs)
    .find(org)
    .pipe(
      Effect.catchTag("not_found", () =>
        Effect.fail(new Refused({ message: `${org} is neither an org's id nor the address of a developer.` }))
      )
    )
})

const set = Command.make(
  "set",
  {
    org: target,
    plan: Argument.Literals("plan", planNames).pipe(Argument.withDescription("The plan to put it on")),
    json
  },
  Effect.fnUntraced(function* ({ json, org, plan }) {
    const { id, name } = yield* find(org)
    const changed = yield* (yield* Orgs).setPlan(id, plan)
    if (json) return yield* Console.log(JSON.stringify({ org_id: id, plan, changed }))
    yield* Console.log(changed ? `${name} (${id}) is on the plan ${plan}.` : `${name} (${id}) was on ${plan} already.`)
  })
).pipe(
  Command.withDescription("Put an org on a plan; nothing it has is deleted, and nothing is added over a limit"),
  Command.provide(Operator)
)

const encode = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(OrgPlan)))

/** What the org uses of each limit, a line each. */
const table = ({ limits, usage }: OrgPlan): ReadonlyArray<string> => {
  const used: Partial<Record<keyof PlanLimits, number>> = {
    seats: usage.seats,
    robots: usage.robots,
    apps: usage.apps,
    app_users: usage.app_users,
    live_video_ms_per_month: usage.live_video_ms_this_month
  }
  return (Object.keys(limits) as Array<keyof PlanLimits>).map((limit) => {
    const max = limits[limit] ?? "no limit"
    const count = used[limit]
    return `  ${limit.padEnd(24)}${count === undefined ? max : `${count} of ${max}`}`
  })
}

const show = Command.make(
  "show",
  { org: target, json },
  Effect.fnUntraced(function* ({ json, org }) {
    const { id, name } = yield* find(org)
    const plan = yield* (yield* Plans).describe(id)
    if (json) return yield* Console.log(yield* Effect.orDie(encode(plan)))
    yield* Console.log([`${name} (${id}) is on the plan ${plan.plan}:`, ...table(plan)].join("\n"))
  })
).pipe(Command.withDescription("Show an org's plan and what it uses of it"), Command.provide(Operator))

export const plan = Command.make("plan").pipe(
  Command.withDescription("Look at and choose the plans of orgs"),
  Command.withSubcommands([set, show])
)
