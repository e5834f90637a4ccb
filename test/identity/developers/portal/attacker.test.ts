import { assert, layer } from "@effect/vitest"
import { Sealing } from "@fleet/server/platform/crypto/Sealing"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { addTotp, require2fa } from "../../../support/factors.ts"
import { makeOrg, unique } from "../../../support/people.ts"
import { call } from "../../../support/wire.ts"
import { watched } from "../../../support/Work.ts"
import { begin, codesFor, type Flow, portalApp, post } from "./world.ts"

/** Whoever a flow may be of: with no factor, with one, and with none in an org that requires one. */
const People = Schema.Literals(["plain", "guarded", "unready", "nobody"])
const Move = Schema.Union([
  Schema.Struct({ does: Schema.Literal("identify"), who: People }),
  Schema.Struct({ does: Schema.Literal("code"), right: Schema.Boolean }),
  Schema.Struct({ does: Schema.Literal("twoFactor"), right: Schema.Boolean }),
  Schema.Struct({
    does: Schema.Literals(["totp", "confirm", "done", "passkey", "newPasskey", "signUp", "signUpCode", "organization"])
  })
])
type Move = typeof Move.Type

/** What an honest person would do next, or something else. */
const Moves = Schema.Array(Schema.Union([Schema.Literal("on"), Schema.Literal("honestly"), Move])).check(
  Schema.isMinLength(3),
  Schema.isMaxLength(14)
)

const knownCode = "111111"
const wrongCode = "222222"

/** Makes the code that an address was mailed known. */
const reveal = Effect.fnUntraced(function* (email: string, purpose: string) {
  const sql = yield* SqlClient.SqlClient
  const mac = (yield* Sealing).mac(knownCode, `portal ${purpose} ${email}`)
  // As for the decoy of an address without an account: even its own code would be nobody's.
  yield* sql`UPDATE portal_mailed_codes SET code_mac = ${mac}, created_at = created_at - interval '2 minutes'
    WHERE email = ${email} AND purpose = ${purpose}`
})

let ended = 0

layer(portalApp({ signUp: "open" }), { excludeTestServices: true, timeout: "2 minutes" })("an attacker", (it) => {
  it.effect.prop(
    "an attacker gets no code by any order of steps without the proofs it takes",
    [Moves],
    ([moves]) =>
      Effect.gen(function* () {
        const { developer: guarded, owner: plain } = yield* makeOrg
        const { developer: unready, orgId } = yield* makeOrg
        yield* require2fa(orgId)
        const { recovery_codes: recovery } = yield* addTotp(guarded.token)
        const people = { plain, guarded, unready, nobody: null } as const
        const strange = `nobody-${unique()}@example.com`
        const emailOf = (who: keyof typeof people) => people[who]?.email ?? strange
        const flow = yield* begin()

        // What a flow of honest steps would have proven.
        let asked: { who: keyof typeof people; purpose: "sign_in" | "sign_up" } | null = null
        let step: "open" | "two_factor" | "setup" | "organization" | "ended" = "open"
        let of: keyof typeof people | null = null
        let used = 0
        const take = (does: Move): readonly [path: string, body: object] => {
          switch (does.does) {
            case "identify":
              return ["identify", { email: emailOf(does.who) }]
            case "code":
              return ["code", { code: does.right ? knownCode : wrongCode }]
            case "twoFactor":
              return ["two-factor", { recovery_code: does.right ? recovery![used]! : "aaaaa-aaaaa" }]
            case "totp":
              return ["two-factor/setup/totp", {}]
            case "confirm":
              return ["two-factor/setup/totp/confirm", { code: "000000" }]
            case "done":
              return ["two-factor/setup/done", {}]
            case "passkey":
              return ["passkey", { credential: { id: "AAAA", type: "public-key", response: {} } }]
            case "newPasskey":
              return ["two-factor/setup/passkey", { name: "Key", credential: { id: "AAAA", response: {} } }]
            case "signUp":
              return ["signup", { email: strange }]
            case "signUpCode":
              return ["signup/code", { code: knownCode }]
            default:
              return ["signup/organization", { org_name: "Taken" }]
          }
        }

        const honest = (): Move => {
          if (step === "two_factor") return { does: "twoFactor", right: true }
          if (step === "setup") return { does: "totp" }
          if (step === "organization") return { does: "organization" }
          if (asked === null) return { does: "identify", who: "guarded" }
          return asked.purpose === "sign_in" ? { does: "code", right: true } : { does: "signUpCode" }
        }

        for (const drawn of moves) {
          const move = typeof drawn === "string" ? honest() : drawn
          const [path, body] = take(move)
          const answer = yield* post(flow, path, body)
          assert.isBelow(answer.status, 500)
          const ends = answer.body?.redirect_to !== undefined
          let may = false
          if (step === "open" && move.does === "identify") {
            asked = { who: move.who, purpose: "sign_in" }
            yield* reveal(emailOf(move.who), "sign_in")
          } else if (step === "open" && move.does === "signUp") {
            asked = { who: "nobody", purpose: "sign_up" }
            yield* reveal(strange, "sign_up")
          } else if (step === "open" && move.does === "code" && move.right && asked?.purpose === "sign_in") {
            if (answer.status === 200) {
              assert.notStrictEqual(asked.who, "nobody")
              of = asked.who
              step = of === "plain" ? "ended" : of === "guarded" ? "two_factor" : "setup"
              may = of === "plain"
            }
          } else if (step === "two_factor" && move.does === "twoFactor" && move.right) {
            if (answer.status === 200) {
              may = true
              used += 1
              step = "ended"
            }
          } else if (step === "open" && move.does === "signUpCode" && asked?.purpose === "sign_up") {
            if (answer.status === 200) step = "organization"
          } else if (step === "organization" && move.does === "organization") {
            may = true
            if (answer.status === 200) step = "ended"
          }
          assert.isTrue(may || !ends, `${path} after ${JSON.stringify(moves)}`)
          if (ends) ended += 1
          // Every step that honest order does not allow is refused.
          if (!may && ["done", "passkey", "confirm", "newPasskey"].includes(move.does)) {
            assert.isAtLeast(answer.status, 400)
          }
        }
        assert.strictEqual(yield* codesFor(unready.caller.id), 0)
        for (const [who, person] of Object.entries({ plain, guarded })) {
          assert.strictEqual(yield* codesFor(person.caller.id), step === "ended" && of === who ? 1 : 0)
        }
      }),
    { arbitrary: { runs: 40 }, timeout: 600_000 }
  )

  it("an attacker was let in by some of those orders", () => assert.isAbove(ended, 0))
})

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("account existence", (it) => {
  const told = Effect.fnUntraced(function* (flow: Flow, step: string, body: object) {
    const { headers, settled, work } = watched()
    const answer = yield* call("POST", `/console/oauth/${step}`, {
      body: { interaction: flow.id, ...body },
      headers: { cookie: flow.cookie, ...headers }
    })
    const shown = [...answer.headers.entries()].filter(([name]) => name !== "date" && name !== "x-request-id")
    for (let turns = 0; !settled() && turns < 1000; turns++) yield* Effect.promise(() => new Promise(setImmediate))
    return { status: answer.status, headers: shown, body: answer.body, work: work() }
  })

  it.effect("account existence is disclosed neither by an answer nor by its cost", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const seen = yield* Effect.forEach(
        [developer.email, `nobody-${unique()}@example.com`],
        Effect.fnUntraced(function* (email) {
          const flow = yield* begin()
          const answers = [yield* told(flow, "identify", { email }), yield* told(flow, "identify", { email })]
          // A right guess is as unlikely as the wrong ones are many.
          for (let attempt = 0; attempt < 6; attempt++) answers.push(yield* told(flow, "code", { code: "000000" }))
          return answers
        })
      )
      assert.deepStrictEqual(
        seen[0]!.map(({ status }) => status),
        [200, 200, 400, 400, 400, 400, 400, 410]
      )
      assert.isAbove(seen[0]![0]!.work.statements.length, 3)
      assert.deepStrictEqual(seen[1], seen[0])
    })
  )
})
