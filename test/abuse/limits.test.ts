import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { unique } from "../support/people.ts"
import { makeDoor } from "../support/signIn.ts"
import { testApp } from "../support/TestApp.ts"
import { watched, Watching } from "../support/Work.ts"
import { type Answer, call } from "../support/wire.ts"

/** The rows of the contract that count by the caller's address. Paths of one row share its number. */
const byAddress: ReadonlyArray<readonly [limit: number, ...paths: ReadonlyArray<string>]> = [
  [60, "/api/client/login"],
  [30, "/api/client/login/code"],
  [20, "/api/client/login/code/verify"],
  [30, "/api/client/register"],
  [30, "/api/client/resend-verification"],
  [30, "/api/client/password/reset"],
  [20, "/api/client/verify-email"],
  [20, "/api/client/password/reset/confirm"],
  [20, "/api/client/invitations/accept"],
  [20, "/api/org/invitations/accept"],
  [120, "/api/auth/refresh", "/api/client/refresh", "/api/auth/logout", "/api/client/logout"],
  [30, "/console/oauth/identify"],
  [20, "/console/oauth/code", "/console/oauth/two-factor", "/console/oauth/signup/code"],
  [60, "/console/oauth/passkey/options", "/console/oauth/passkey"],
  [30, "/console/oauth/signup"],
  [60, "/console/oauth/token"],
  [5, "/api/waitlist", "/console/oauth/waitlist"]
]

/** The rows that count by app and e-mail address as well. */
const byAccount = [
  [10, "login", { password: "not the right one" }],
  [5, "login/code", {}],
  [5, "register", { password: "long enough a password" }],
  [5, "resend-verification", {}],
  [5, "password/reset", {}]
] as const

let last = 0
/** An address that nobody called from yet. */
const elsewhere = () => {
  last++
  return `198.18.${last >> 8}.${last & 255}`
}

const post = (path: string, from: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call("POST", path, { body, headers: { "x-forwarded-for": from, ...headers } })

const isLimit = ({ body, headers, status }: Answer): boolean => {
  if (status !== 429) return false
  const { retry_after_ms } = body.details
  assert.deepStrictEqual(body, {
    code: "rate_limited",
    message: body.message,
    details: { retry_after_ms }
  })
  assert.isTrue(Number.isInteger(retry_after_ms) && retry_after_ms >= 1 && retry_after_ms <= 60_000)
  assert.notMatch(body.message, /\d/)
  assert.isNull(headers.get("retry-after"))
  assert.deepStrictEqual(
    [...headers.keys()].filter((name) => name.includes("ratelimit")),
    []
  )
  return true
}

/** What a call makes the service do beside counting it. */
const costOf = Effect.fnUntraced(function* (
  ask: (headers: Readonly<Record<string, string>>) => Effect.Effect<Answer, unknown, any>
) {
  const watch = watched()
  const answer = yield* ask(watch.headers)
  const { hashes, statements } = watch.work()
  return { answer, hashes, statements: statements.filter((text) => !text.includes("rate_limit_windows")) }
})

layer(testApp({ trustedProxies: 1 }).pipe(Layer.provide(Watching)), {
  timeout: "60 seconds"
})("one address", (it) => {
  it.effect.each(byAddress)(
    "one address may make %i calls a minute to %s, and the next one costs nothing",
    ([limit, ...paths]) =>
      Effect.gen(function* () {
        const from = elsewhere()
        const ask = (index: number, address = from, headers = {}) =>
          post(paths[index % paths.length]!, address, "{", headers)
        const answers = yield* Effect.all(
          Array.from({ length: limit + paths.length }, (_, index) => ask(index)),
          { concurrency: 10 }
        )
        assert.strictEqual(answers.filter((answer) => !isLimit(answer)).length, limit)
        for (const [index, path] of paths.entries()) {
          const { answer, hashes, statements } = yield* costOf((headers) => ask(index, from, headers))
          assert.isTrue(isLimit(answer), path)
          assert.deepStrictEqual([hashes, statements], [0, []], path)
        }
        assert.notStrictEqual((yield* ask(0, elsewhere())).status, 429)
      })
  )

  it.effect.each(byAccount)(
    "one address of mail may be named %i times a minute in /api/client/%s",
    ([limit, path, rest]) =>
      Effect.gen(function* () {
        const { at, user } = yield* makeDoor
        const other = yield* makeDoor
        const email = `known-${unique()}@example.com`
        for (const address of [email, user.email]) {
          const ask = (body: object, headers = {}) =>
            post(`/api/client/${path}`, elsewhere(), { ...body, ...rest }, headers)
          const answers = yield* Effect.all(
            Array.from({ length: limit + 1 }, () => ask(at(address))),
            { concurrency: 4 }
          )
          assert.strictEqual(answers.filter((answer) => !isLimit(answer)).length, limit)
          const { answer, hashes, statements } = yield* costOf((headers) => ask(at(address), headers))
          assert.isTrue(isLimit(answer))
          assert.deepStrictEqual([hashes, statements], [0, []])
          assert.notStrictEqual((yield* ask(other.at(address))).status, 429)
          assert.notStrictEqual((yield* ask(at(`${unique()}@example.com`))).status, 429)
        }
      })
  )
})
