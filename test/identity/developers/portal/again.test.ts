import { assert, layer } from "@effect/vitest"
import { Members } from "@fleet/server/identity/developers/team/Members"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { addTotp, codeOf as totpNow, require2fa, setUp } from "../../../support/factors.ts"
import { makeOrg } from "../../../support/people.ts"
import { SoftAuthenticator } from "../../../support/SoftAuthenticator.ts"
import { type Answer, refusal } from "../../../support/wire.ts"
import { begin, type Flow, mailedCode, portalApp, post, show, signedInAs, submit } from "./world.ts"

/** A sign-in that waits for its first factor, with whoever may end it. */
const enrolling = Effect.gen(function* () {
  const { developer, orgId, owner } = yield* makeOrg
  yield* require2fa(orgId)
  const flow = yield* begin()
  yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
  return { developer, flow, owner }
})

const keyOn = ({ body }: Answer) => /class="secret">([^<]+)</.exec(body)![1]!.replaceAll(" ", "")
const codesOn = ({ body }: Answer) => [...body.matchAll(/<li>([a-z2-7]{5}-[a-z2-7]{5})<\/li>/g)].map(([, code]) => code)

/** What a browser shows in the end: it follows a redirect within the portal. */
const shownBy = Effect.fnUntraced(function* (flow: Flow, answer: Answer) {
  if (answer.status !== 303) return answer
  return yield* show(flow, answer.headers.get("location")!.replace("/console/oauth/", ""))
})

const twice = Effect.fnUntraced(function* (flow: Flow, step: string, fields: Readonly<Record<string, string>>) {
  const answers = yield* Effect.all([submit(flow, step, fields), submit(flow, step, fields)], { concurrency: 2 })
  return yield* Effect.forEach(answers, (answer) => shownBy(flow, answer))
})

const setupOf = ({ id }: Flow) => `two-factor/setup/${id}`

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("sign-in setup", (it) => {
  it.effect("sign-in setup shows the recovery codes over double clicks, reloads and back, until they are saved", () =>
    Effect.gen(function* () {
      for (const kind of ["totp", "passkey"]) {
        const { developer, flow } = yield* enrolling
        const step = kind === "totp" ? "two-factor/setup/totp/confirm" : "two-factor/setup/passkey"
        const sent = yield* Effect.gen(function* () {
          if (kind === "totp") return { code: totpNow((yield* post(flow, "two-factor/setup/totp")).body.secret) }
          const { options } = (yield* post(flow, "two-factor/setup/passkey/options")).body
          return { name: "Laptop", credential: JSON.stringify(new SoftAuthenticator().create(options)) }
        })
        const pages = [...(yield* twice(flow, step, sent)), yield* show(flow, setupOf(flow))]
        const codes = codesOn(pages[0]!)
        assert.strictEqual(codes.length, 10)
        for (const page of pages) assert.deepStrictEqual([page.status, codesOn(page)], [200, codes], kind)
        // A program gets them once.
        const late = kind === "totp" ? sent : { ...sent, credential: {} }
        assert.deepStrictEqual(refusal(yield* post(flow, step, late)), [410, "token_spent"])

        const stranger = yield* show({ ...flow, cookie: (yield* begin()).cookie }, setupOf(flow))
        assert.deepStrictEqual([stranger.status, codesOn(stranger)], [401, []])
        yield* signedInAs(flow, yield* submit(flow, "two-factor/setup/done"), developer.email)
        const over = yield* show(flow, setupOf(flow))
        assert.deepStrictEqual([over.status, codesOn(over)], [410, []])
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(
          yield* sql`SELECT sealed_one_time_secret FROM oauth_interactions WHERE id = ${flow.id}`,
          [{ sealed_one_time_secret: null }]
        )

        const next = yield* begin()
        yield* post(next, "code", { code: yield* mailedCode(next, developer.email) })
        yield* signedInAs(next, yield* post(next, "two-factor", { recovery_code: codes[0]! }), developer.email)
      }
    })
  )

  it.effect("sign-in setup shows the same key each time, which is no other sign-in's", () =>
    Effect.gen(function* () {
      const { developer, flow } = yield* enrolling
      const theirs = (yield* setUp(developer.token)).body.secret
      const [first, second] = yield* twice(flow, "two-factor/setup/totp", {})
      const key = keyOn(first!)
      assert.strictEqual(keyOn(second!), key)
      assert.notStrictEqual(key, theirs)
      // Whoever holds a session of the developer's may not choose the key of this sign-in.
      yield* setUp(developer.token)
      assert.strictEqual((yield* post(flow, "two-factor/setup/totp")).body.secret, key)
      const confirmed = yield* shownBy(
        flow,
        yield* submit(flow, "two-factor/setup/totp/confirm", { code: totpNow(key) })
      )
      assert.strictEqual(codesOn(confirmed).length, 10)
    })
  )

  it.effect("sign-in setup is answered as over after an Owner's reset, whatever is sent", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const steps = [
        ["totp", {}],
        ["totp/confirm", { code: "123456" }],
        ["passkey", { name: "Laptop", credential: "{}" }],
        ["done", {}]
      ] as const
      for (const [step, fields] of steps) {
        const { developer, flow, owner } = yield* enrolling
        const key = (yield* post(flow, "two-factor/setup/totp")).body.secret
        if (step === "done") yield* post(flow, "two-factor/setup/totp/confirm", { code: totpNow(key) })
        yield* members.resetTwoFactor(owner.caller, yield* members.get(owner.caller, developer.caller.id))
        const page = yield* submit(flow, `two-factor/setup/${step}`, fields)
        assert.strictEqual(page.status, 410, step)
        assert.include(page.body, "This sign-in is over", step)
        assert.strictEqual((yield* show(flow, setupOf(flow))).status, 410, step)
      }
    })
  )

  it.effect("sign-in setup is over in the same way at the second factor", () =>
    Effect.gen(function* () {
      const members = yield* Members
      const steps = [
        ["two-factor", { code: "123456" }],
        ["two-factor", { recovery_code: "aaaaa-aaaaa" }],
        ["passkey", { credential: "{}" }]
      ] as const
      for (const [step, fields] of steps) {
        const { developer, owner } = yield* makeOrg
        yield* addTotp(developer.token)
        const flow = yield* begin()
        yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
        yield* members.resetTwoFactor(owner.caller, yield* members.get(owner.caller, developer.caller.id))
        const page = yield* submit(flow, step, fields)
        assert.strictEqual(page.status, 410, step)
        assert.include(page.body, "This sign-in is over", step)
      }
    })
  )
})
