import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** The waitlist table. */
export class WaitlistStore extends Context.Service<
  WaitlistStore,
  { readonly add: (email: string, now: Date) => Effect.Effect<void> }
>()("@fleet/server/WaitlistStore") {
  static readonly layer = Layer.effect(
    WaitlistStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return WaitlistStore.of({
        // A known address is written again, so that it costs what a new one does.
        add: (email, now) =>
          sql`INSERT INTO waitlist (email, created_at) VALUES (${email}, ${now})
              ON CONFLICT (email) DO UPDATE SET email = EXCLUDED.email`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
