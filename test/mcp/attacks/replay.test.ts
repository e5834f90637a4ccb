import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  authorize,
  codeFor,
  connect,
  exchange,
  interactionOf,
  makeMcpApp,
  refresh,
  register,
  verifier,
  withoutMcpLimits
} from "../../support/mcp.ts"
import { testApp } from "../../support/TestApp.ts"
import { type Answer, call } from "../../support/wire.ts"
import { ask } from "../world.ts"

const fifty = <A, E, R>(one: (at: number) => Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: 50 }, (_, at) => one(at)),
    { concurrency: "unbounded" }
  )

const errorOf = ({ body, status }: Answer) => [status, body?.error]
const invalidGrant = [400, "invalid_grant"]

/** The one answer of 200; all others are refusals of the grant. */
const winnerOf = (answers: ReadonlyArray<Answer>) => {
  const won = answers.filter(({ status }) => status === 200)
  assert.strictEqual(won.length, 1)
  for (const each of answers) if (each !== won[0]) assert.deepStrictEqual(errorOf(each), invalidGrant)
  return won[0]!.body
}

const isLetIn = (path: string, token: string) =>
  Effect.map(ask(path, token, "tools/list"), ({ status }) => status === 200)

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("something presented again", (it) => {
  it.effect("a code that is presented fifty times at once gives one session, which the others end", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const clientId = yield* register(path)
      const older = yield* exchange(path, clientId, yield* codeFor(path, clientId, user.token))
      const code = yield* codeFor(path, clientId, user.token)
      const won = winnerOf(yield* fifty(() => exchange(path, clientId, code)))
      assert.deepStrictEqual(errorOf(yield* refresh(path, clientId, won.refresh_token)), invalidGrant)
      assert.isFalse(yield* isLetIn(path, won.access_token))
      // The session of another code is none of it.
      assert.isTrue(yield* isLetIn(path, older.body.access_token))
      assert.strictEqual((yield* refresh(path, clientId, older.body.refresh_token)).status, 200)
    })
  )

  it.effect("a code that a thief without the verifier presents first is good for nobody", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const clientId = yield* register(path)
      const code = yield* codeFor(path, clientId, user.token)
      const stolen = yield* fifty((at) => exchange(path, clientId, code, { code_verifier: `${verifier}${at}` }))
      for (const each of stolen) assert.deepStrictEqual(errorOf(each), invalidGrant)
      assert.deepStrictEqual(errorOf(yield* exchange(path, clientId, code)), invalidGrant)
    })
  )

  it.effect("a refresh token that is presented fifty times at once gives one pair, and the session ends", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const client = yield* connect(path, user.token)
      const won = winnerOf(yield* fifty(() => refresh(path, client.clientId, client.refresh)))
      assert.deepStrictEqual(errorOf(yield* refresh(path, client.clientId, won.refresh_token)), invalidGrant)
      for (const token of [client.access, won.access_token]) assert.isFalse(yield* isLetIn(path, token))
    })
  )

  it.effect("a refresh token that is presented at both places that take it is spent once, and the session ends", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const client = yield* connect(path, user.token)
      const answers = yield* fifty((at) =>
        at % 2 === 0
          ? refresh(path, client.clientId, client.refresh)
          : call("POST", "/api/client/refresh", { body: { refresh_token: client.refresh } })
      )
      const won = answers.filter(({ status }) => status === 200)
      assert.strictEqual(won.length, 1)
      assert.isFalse(yield* isLetIn(path, won[0]!.body.access_token))
      assert.isFalse(yield* isLetIn(path, client.access))
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: user.token })).status, 200)
    })
  )

  it.effect("a question that is answered yes and no fifty times at once is decided once", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const clientId = yield* register(path)
      const id = interactionOf(yield* authorize(path, { client_id: clientId }))
      const answers = yield* fifty((at) =>
        call("POST", `/api/client/mcp/interactions/${id}/${at % 2 === 0 ? "approve" : "deny"}`, { as: user.token })
      )
      const decided = answers.filter(({ status }) => status === 200)
      assert.strictEqual(decided.length, 1)
      for (const each of answers) if (each !== decided[0]) assert.strictEqual(each.status, 410)
    })
  )
})
