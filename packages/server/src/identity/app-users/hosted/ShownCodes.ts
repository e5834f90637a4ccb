import { Effect } from "effect"
import { makeKeyedSemaphore } from "../../../platform/limits/KeyedSemaphore.ts"

type Codes = ReadonlyArray<string>

/** A second click comes within this time. */
const kept = "10 seconds"

/**
 * Recovery codes that a form was just answered with, for the very same form. A double click sends it twice, and the
 * browser shows the second answer alone: without the codes they would be lost, for they are given out once.
 */
export const makeShownCodes = Effect.gen(function* () {
  const scope = yield* Effect.scope
  const oneOfForm = makeKeyedSemaphore(1)
  const shown = new Map<string, Codes>()

  const keep = Effect.fnUntraced(function* (form: string, codes: Codes) {
    shown.set(form, codes)
    yield* Effect.sync(() => shown.delete(form)).pipe(Effect.delay(kept), Effect.interruptible, Effect.forkIn(scope))
  })

  return {
    /** The same form is answered one after the other, to the end: a browser that went on to the second ends the first. */
    oneAtATime: <A extends { readonly recovery_codes: Codes }, E, R>(form: string, work: Effect.Effect<A, E, R>) =>
      oneOfForm(form)(Effect.uninterruptible(Effect.tap(work, (done) => keep(form, done.recovery_codes)))),
    of: (form: string): Codes | undefined => shown.get(form)
  }
})
