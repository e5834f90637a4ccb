import { Email, Name } from "@fleet/domain/Wire"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Orgs } from "../org/Orgs.ts"
import { json } from "./Json.ts"
import { Operator, Refused } from "./Operator.ts"

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("What the org is called"),
      Argument.withSchema(Name(120))
    ),
    owner: Flag.String("owner").pipe(Flag.withDescription("The address of its first owner"), Flag.withSchema(Email)),
    json
  },
  Effect.fnUntraced(function* ({ json, name, owner }) {
    const orgs = yield* Orgs
    const { orgId, ownerId } = yield* orgs
      .create({ name, owner: { email: owner } })
      .pipe(
        Effect.catchTag("email_taken", () =>
          Effect.fail(new Refused({ message: `${owner} belongs to an org already; an address belongs to one only.` }))
        )
      )
    if (json) return yield* Console.log(JSON.stringify({ org_id: orgId, owner_id: ownerId }))
    yield* Console.log(`Made the org ${name} (${orgId}).\nSign its owner in with: npm run operator -- session ${owner}`)
  })
).pipe(Command.withDescription("Make an org with its first owner"), Command.provide(Operator))

const target = Argument.String("org").pipe(
  Argument.withDescription("The org's id, or the address of one of its developers")
)

const setLocked = (locked: boolean) =>
  Effect.fnUntraced(function* ({ json, org }: { readonly json: boolean; readonly org: string }) {
    const orgs = yield* Orgs
    const { id, name } = yield* orgs
      .find(org)
      .pipe(
        Effect.catchTag("not_found", () =>
          Effect.fail(new Refused({ message: `${org} is neither an org's id nor the address of a developer.` }))
        )
      )
    const changed = yield* orgs.setLocked(id, locked)
    if (json) return yield* Console.log(JSON.stringify({ org_id: id, locked, changed }))
    const state = locked ? "locked" : "unlocked"
    yield* Console.log(changed ? `${name} (${id}) is ${state}.` : `${name} (${id}) was ${state} already.`)
  })

const lock = Command.make("lock", { org: target, json }, setLocked(true)).pipe(
  Command.withDescription("Lock an org over an unpaid invoice: only its owners sign in, and nothing is added"),
  Command.provide(Operator)
)
const unlock = Command.make("unlock", { org: target, json }, setLocked(false)).pipe(
  Command.withDescription("Unlock an org"),
  Command.provide(Operator)
)

export const org = Command.make("org").pipe(
  Command.withDescription("Set orgs up"),
  Command.withSubcommands([create, lock, unlock])
)
