import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { makeOrg } from "../support/people.ts"
import { connectRealtime, openRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"

it.effect("a service that stops closes every realtime socket with 1012", () =>
  Effect.gen(function* () {
    const life = yield* Scope.make()
    const services = yield* Layer.buildWithScope(TestApp, life)
    const clients = yield* Effect.gen(function* () {
      const { developer } = yield* makeOrg
      return [yield* connectRealtime(developer.token), yield* openRealtime]
    }).pipe(Effect.provide(services))
    yield* Scope.close(life, Exit.void)
    for (const client of clients) assert.strictEqual(yield* client.closeCode, 1012)
  })
)
