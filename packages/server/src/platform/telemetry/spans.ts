import { Effect, References, Tracer } from "effect"

/** Whether anything collects spans. */
export const tracing: Effect.Effect<boolean> = Effect.gen(function* () {
  return (yield* References.TracerEnabled) && (yield* Tracer.Tracer) !== Tracer.nativeTracer
})

/**
 * Makes functions with a span of this name where spans are collected, and without one where they are not: `Effect.fn` takes
 * a stack trace at every call, which what every request calls cannot afford.
 */
export const spanned = (isTracing: boolean, name: string): typeof Effect.fnUntraced =>
  isTracing ? (Effect.fn(name) as unknown as typeof Effect.fnUntraced) : Effect.fnUntraced
