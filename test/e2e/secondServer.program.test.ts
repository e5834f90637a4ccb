import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedAddress, onPostgres } from "../support/Database.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { prints, startServer } from "./support/server.ts"

describe("a second server", () => {
  if (!onPostgres) console.warn("A second server on one Postgres is not tested: this run is on none.")

  it.live.skipIf(!onPostgres)(
    "a second server waits for the first to end before it serves the same Postgres",
    () =>
      Effect.gen(function* () {
        const env = {
          DATABASE_URL: yield* migratedAddress,
          FLEET_SECRET: "a secret of both servers".repeat(2)
        }
        const first = yield* startServer(yield* temporaryFolder, ["--no-demo"], env)
        yield* prints(first, /Robot Fleet Cloud is at/)
        const second = yield* startServer(yield* temporaryFolder, ["--no-demo"], env)
        yield* prints(second, /Another server runs on this database/)
        assert.notInclude(second.output(), "Robot Fleet Cloud is at")
        yield* first.kill("SIGTERM")
        yield* prints(second, /Robot Fleet Cloud is at/)
      }),
    600_000
  )
})
