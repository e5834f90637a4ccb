import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beside } from "../support/beside.ts"
import { form, withoutMcpLimits } from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { answered, askedInClient, codeOf, guarded, required, signIn } from "./confirmWorld.ts"

/** Begins all of these while the questions are locked, so that they meet at the same rows. */
const atOnce = <A, E, R>(works: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    beside(sql`SELECT id FROM mcp_confirmations FOR UPDATE`, Effect.all(works, { concurrency: "unbounded" }))
  )

const aQuestion = Effect.gen(function* () {
  const world = yield* guarded
  const asking = yield* askedInClient(world)
  const address = yield* asking.page
  const cookie = yield* signIn(address, world.app.identifier, world.user.email)
  const decided = (decision: "approve" | "deny") =>
    Effect.map(form(address, { decision }, { cookie }), ({ status }) => status === 200)
  return { ...asking, state: yield* asking.asked, decided }
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("answers at the same moment", (it) => {
  it.effect(
    "answers at the same moment: of a yes and a no in clients one counts, and the other not after it either",
    () =>
      Effect.gen(function* () {
        for (const order of [
          ["accept", "decline"],
          ["decline", "accept"]
        ]) {
          const { honked, run, say, state } = yield* aQuestion
          const codes = yield* atOnce(order.map((action) => Effect.map(say(answered(state, action)), codeOf)))
          const sent = codes.filter((code) => code === "done").length
          assert.strictEqual(yield* honked, sent)
          assert.isAtMost(sent, 1)
          assert.strictEqual(codeOf(yield* say(answered(state))), required)
          assert.strictEqual(yield* run, required)
          assert.strictEqual(yield* honked, sent)
        }
      })
  )

  it.effect("answers at the same moment: a yes on the page and one in the client are one command", () =>
    Effect.gen(function* () {
      const { decided, honked, run, say, state } = yield* aQuestion
      const [onPage, inClient] = yield* atOnce([
        decided("approve"),
        Effect.map(say(answered(state)), (result) => codeOf(result) === "done")
      ])
      assert.notStrictEqual(onPage, inClient)
      assert.strictEqual(yield* run, onPage ? "done" : required)
      assert.strictEqual(yield* run, required)
      assert.strictEqual(yield* honked, 1)
    })
  )

  it.effect("answers at the same moment: a no on the page and a yes in the client, the first alone counts", () =>
    Effect.gen(function* () {
      const { decided, honked, run, say, state } = yield* aQuestion
      const [refused, sent] = yield* atOnce([
        decided("deny"),
        Effect.map(say(answered(state)), (result) => codeOf(result) === "done")
      ])
      assert.notStrictEqual(refused, sent)
      assert.strictEqual(yield* run, required)
      assert.strictEqual(codeOf(yield* say(answered(state))), required)
      assert.strictEqual(yield* honked, sent ? 1 : 0)
    })
  )

  it.effect("answers at the same moment: calls that ask about the same arguments ask one question", () =>
    Effect.gen(function* () {
      const world = yield* guarded
      const { asked, honked, page, say } = yield* askedInClient(world)
      const states = yield* Effect.all(
        Array.from({ length: 8 }, () => asked),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(states).size, 1)
      const pages = yield* Effect.all([page, page, page], { concurrency: "unbounded" })
      assert.strictEqual(new Set(pages).size, 1)
      yield* say(answered(states[0]!, "decline"))
      assert.strictEqual(codeOf(yield* say(answered(states[1]!))), required)
      assert.strictEqual(yield* honked, 0)
    })
  )
})
