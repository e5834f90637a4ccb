import { Data, Effect, Layer, Logger, Option } from "effect"
import { join } from "node:path"
import { Rules, Stores } from "../App.ts"
import { oneProcess } from "../Platform.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { Database } from "../platform/sql/Database.ts"
import type { DatabaseUnavailable } from "../platform/sql/DatabaseUnavailable.ts"

/** A failure that the operator can mend; the message says how. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

/** A folder has one user at a time, so a command cannot work beside a server that runs on it. */
const besideServer = ({ message }: DatabaseUnavailable) =>
  Effect.flatMap(Settings, ({ databaseUrl, dataFolder }) =>
    Effect.fail(
      new Refused({
        message: Option.isSome(databaseUrl)
          ? message
          : `${message}\nIf a server is running on it, stop it first, run this again, and start it anew. A server on ` +
            `Postgres (DATABASE_URL) need not be stopped.\nThe sign-ins of the demo are in ${join(dataFolder, "demo.json")}.`
      })
    )
  )

/**
 * The services of the server on the settings' database, without what runs beside requests. They write no log lines
 * between the answers of commands.
 */
export const Operator = Rules.pipe(
  Layer.provide(Stores),
  Layer.provideMerge(oneProcess),
  Layer.provideMerge(
    Layer.catchTag(Database.layer, "DatabaseUnavailable", (error) => Layer.effectContext(besideServer(error)))
  ),
  Layer.provideMerge(Settings.layer),
  Layer.provideMerge(Logger.layer([]))
)
