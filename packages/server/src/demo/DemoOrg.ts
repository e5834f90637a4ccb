import { Console, Effect, Option } from "effect"
import { join } from "node:path"
import { DeveloperAuth } from "../identity/developers/DeveloperAuth.ts"
import { type DemoFacts, DemoUnusable, readFacts, writeFacts } from "./DemoFacts.ts"
import type { Signed } from "./DemoPage.ts"
import { seedDemo } from "./DemoSeed.ts"

/** The facts of an earlier seed, or a fresh one; the folder keeps the secrets, which the database has only as hashes. */
export const ensureDemo = Effect.fnUntraced(function* (folder: string) {
  const file = join(folder, "demo-facts.json")
  const known = yield* readFacts(file)
  if (Option.isSome(known)) return known.value
  yield* Console.error("First start: seeding a demo org with three robots, an app, its user and a server key.")
  const unusable = (message: string) =>
    Effect.fail(
      new DemoUnusable({
        message:
          `${message} Begin again with an empty database (without DATABASE_URL: delete ${folder}), ` +
          "or leave the demo out with --no-demo."
      })
    )
  const seeded = yield* Effect.catchTags(seedDemo, {
    email_taken: () => unusable(`The database has a demo org, but ${file} with its secrets is gone.`),
    identifier_taken: () => unusable("Another org has an app demo, demo_open or demo_strict, as the demo's are called.")
  })
  yield* writeFacts(file, seeded)
  return seeded
})

/** Fresh sessions of the demo's developers, the owner's first; of those who may still sign in. */
export const demoSessions = Effect.fnUntraced(function* ({ developer, owner }: DemoFacts) {
  const auth = yield* DeveloperAuth
  const signed = ({ email }: { readonly email: string }, tier: Signed["tier"]) =>
    Effect.map(auth.mint(email), (tokens): ReadonlyArray<Signed> => [{ email, tier, tokens }]).pipe(
      Effect.catchTags({ not_found: () => Effect.succeed([]), org_locked: () => Effect.succeed([]) })
    )
  const [first, ...others] = [...(yield* signed(owner, "owner")), ...(yield* signed(developer, "developer"))]
  if (first !== undefined) return [first, ...others] as const
  return yield* new DemoUnusable({
    message: "Nobody of the demo's developers is left. Delete its data to begin again, or leave it out with --no-demo."
  })
})
