import { Context, DateTime, Effect, Layer } from "effect"
import { WaitlistStore } from "./WaitlistStore.ts"

/** Who asked to be let in while sign-up is closed. */
export class Waitlist extends Context.Service<
  Waitlist,
  {
    /** The same for an address that is listed already. */
    readonly join: (email: string) => Effect.Effect<void>
  }
>()("@fleet/server/Waitlist") {
  static readonly layer = Layer.effect(
    Waitlist,
    Effect.gen(function* () {
      const store = yield* WaitlistStore
      return Waitlist.of({
        join: Effect.fn("Waitlist.join")(function* (email) {
          yield* store.add(email.toLowerCase(), DateTime.toDateUtc(yield* DateTime.now))
        })
      })
    })
  )
}
