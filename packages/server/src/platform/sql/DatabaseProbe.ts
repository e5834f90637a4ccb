import { Context, type Effect, type Scope } from "effect"

/** Notices a database that no longer answers. Provided by the service that queries it at an interval. */
export class DatabaseProbe extends Context.Service<
  DatabaseProbe,
  {
    /** Until the scope closes, `act` is called when the database does not answer, with the time of the last question. */
    readonly onUnresponsive: (act: (sinceMs: number) => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@fleet/server/DatabaseProbe") {}
