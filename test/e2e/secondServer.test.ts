import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import { temporaryDatabase, temporaryFolder } from "../support/Temporary.ts"
import { prints, startServer } from "./support/server.ts"

describe("a second server", () => {
  const template = inject("databaseTemplate")
  if (template.kind === "folder") console.warn("A second server on one Postgres is not tested: this run is on none.")

  it.live.skipIf(template.kind === "folder")(
    "waits for the first to end before it serves the same Postgres",
    () =>
      Effect.gen(function* () {
        if (template.kind === "folder") return
        const env = {
          DATABASE_URL: yield* temporaryDatabase(template.server, template.database),
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
