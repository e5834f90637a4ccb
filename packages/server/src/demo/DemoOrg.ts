import { Console, Effect, Option } from "effect"
import { join } from "node:path"
import { DeveloperAuth } from "../auth/DeveloperAuth.ts"
import { type DemoFacts, DemoUnusable, readFacts, writeFacts } from "./DemoFacts.ts"
import type { Signed } from "./DemoPage.ts"
import { seedDemo } from "./DemoSeed.ts"

/** The facts of an earlier seed, or a fresh one; the folder keeps the secrets, which the database has only as hashes. */
export const ensureDemo = Effect.fnUntraced(function* (folder: string) {
  const file = join(folder, "demo-facts.json")
  const known = yield* readFacts(file)
  if (Option.isSome(known)) return known.value
  yield* Console.error("First start: seeding a demo org with three robots, an app, its user and a server key.")
  const seeded = yield* Effect.catchTag(seedDemo, "email_taken", () =>
    Effect.fail(
      new DemoUnusable({
        message:
          `The database has a demo org, but ${file} with its secrets is gone. Begin again with an empty database ` +
          `(without DATABASE_URL: delete ${folder}), or leave the demo out with --no-demo.`
      })
    )
  )
  yield* writeFacts(file, seeded)
  return seeded
})

/** Fresh sessions of the demo's developers, the owner's first. */
export const demoSessions = Effect.fnUntraced(function* ({ developer, owner }: DemoFacts) {
  const auth = yield* DeveloperAuth
  const first: Signed = { ...owner, tier: "owner", tokens: yield* auth.mint(owner.email) }
  const second: Signed = { ...developer, tier: "developer", tokens: yield* auth.mint(developer.email) }
  return [first, second] as const
})
