import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Tracer } from "effect"
import { makeEveryone, password, unique } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { abuseApp, together } from "./world.ts"

/** How many passwords were asked for at a time, worked out or waited for. */
let now = 0
let most = 0

const Counting = Layer.succeed(
  Tracer.Tracer,
  Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      if (!options.name.startsWith("Passwords.")) return span
      most = Math.max(most, ++now)
      const end = span.end.bind(span)
      span.end = (...at) => {
        now--
        end(...at)
      }
      return span
    }
  })
)

const mostWhile = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  most = 0
  return [yield* work, most] as const
})

layer(abuseApp().pipe(Layer.provide(Counting)), { excludeTestServices: true, timeout: "60 seconds" })(
  "a flood that no limit counts takes one place of those that sign-ins wait for:",
  (it) => {
    it.effect("a user's changes of a password", () =>
      Effect.gen(function* () {
        const { user } = yield* makeEveryone
        const wrong = { current_password: "not my password", new_password: "another password" }
        const change = call("POST", "/api/client/password/change", { as: user.token, body: wrong })
        const [answers, places] = yield* mostWhile(together(Array<typeof change>(20).fill(change)))
        for (const { body } of answers) assert.strictEqual(body.code, "invalid_credentials")
        assert.strictEqual(places, 1)
      })
    )

    it.effect("a developer's new users", () =>
      Effect.gen(function* () {
        const { app, developer, observe } = yield* makeEveryone
        const create = () =>
          call("POST", `/api/apps/${app.id}/users`, {
            as: developer.token,
            body: { email: `${unique()}@example.com`, password, role_id: observe.id }
          })
        const [answers, places] = yield* mostWhile(together(Array.from({ length: 20 }, create)))
        for (const { status } of answers) assert.strictEqual(status, 201)
        assert.strictEqual(places, 1)
      })
    )
  }
)
