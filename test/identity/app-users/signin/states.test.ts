import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { MailSink } from "../../../support/MailSink.ts"
import {
  ageCodes,
  invite,
  lastMail,
  makeDoor,
  post,
  SignInApp,
  statusOf,
  stranger,
  tokenOf
} from "../../../support/signIn.ts"
import { call, refusal } from "../../../support/wire.ts"

const Step = Schema.Literals([
  "register",
  "resend",
  "verify",
  "sign in by code",
  "ask for a reset",
  "reset",
  "accept",
  "block",
  "unblock",
  "sign in"
])
const Move = Schema.Struct({ step: Step, password: Schema.Literals(["the first password", "the other password"]) })

/** What the specification's table says of one account; null tokens are dead or were never mailed. */
interface Account {
  status: "none" | "pending_verification" | "active" | "blocked"
  beforeBlock: "pending_verification" | "active"
  password: string | null
  verify: string | null
  reset: string | null
}

const spent = [410, "token_spent"]

const walk = Effect.fnUntraced(function* (moves: ReadonlyArray<typeof Move.Type>) {
  const sink = yield* MailSink
  const { app, at, observe, owner } = yield* makeDoor
  const email = stranger()
  const account: Account = {
    status: "none",
    beforeBlock: "active",
    password: null,
    verify: null,
    reset: null
  }
  const pending = () => account.status === "pending_verification"
  const mayProve = () => pending() || account.status === "active"
  const becomesActive = () => {
    account.status = "active"
    account.verify = null
  }
  const link = Effect.map(sink.waitFor(email), ({ link }) => tokenOf(link))
  const userId = Effect.gen(function* () {
    const { users } = (yield* call("GET", `/api/apps/${app.id}/users`, { as: owner.token })).body
    return users.find((user: any) => user.email === email).id as string
  })
  const patch = Effect.fnUntraced(function* (status: string) {
    yield* call("PATCH", `/api/apps/${app.id}/users/${yield* userId}`, { as: owner.token, body: { status } })
  })
  /** A mail went out exactly when one was due. */
  const mailed = Effect.fnUntraced(function* (due: boolean) {
    assert.strictEqual((yield* lastMail(app.id)).nobody, !due)
  })

  for (const { password, step } of moves) {
    switch (step) {
      case "register": {
        const due = account.status === "none" || pending()
        assert.strictEqual((yield* post("register", { ...at(email), password })).status, 202)
        yield* mailed(due)
        if (!due) break
        account.status = "pending_verification"
        account.password = password
        account.verify = yield* link
        break
      }
      case "resend": {
        assert.strictEqual((yield* post("resend-verification", at(email))).status, 202)
        yield* mailed(pending())
        if (pending()) account.verify = yield* link
        break
      }
      case "verify": {
        const answer = yield* post("verify-email", { token: account.verify ?? "dead" })
        if (account.verify !== null && pending()) {
          assert.strictEqual(answer.status, 200)
          becomesActive()
        } else assert.deepStrictEqual(refusal(answer), spent)
        break
      }
      case "sign in by code": {
        yield* ageCodes(app.id, 61)
        assert.strictEqual((yield* post("login/code", at(email))).status, 202)
        yield* mailed(mayProve())
        const code = mayProve() ? (yield* sink.waitFor(email)).code : "000000"
        const answer = yield* post("login/code/verify", { ...at(email), code })
        if (mayProve()) {
          assert.strictEqual(answer.status, 200)
          // Whoever chose the password had not proved the address. A mail sets another one.
          if (pending()) {
            account.password = null
            account.reset = yield* link
          }
          becomesActive()
        } else assert.deepStrictEqual(refusal(answer), [400, "invalid_code", { attempts_left: 4 }])
        break
      }
      case "ask for a reset": {
        assert.strictEqual((yield* post("password/reset", at(email))).status, 202)
        yield* mailed(mayProve())
        if (mayProve()) account.reset = yield* link
        break
      }
      case "reset": {
        const body = { token: account.reset ?? "dead", new_password: password }
        const answer = yield* post("password/reset/confirm", body)
        if (account.reset !== null && mayProve()) {
          assert.strictEqual(answer.status, 200)
          becomesActive()
          account.password = password
          account.reset = null
        } else assert.deepStrictEqual(refusal(answer), spent)
        break
      }
      case "accept": {
        const token = yield* invite(app, email, observe.id)
        const answer = yield* post("invitations/accept", { token, password })
        if (account.status === "none" || pending()) {
          assert.strictEqual(answer.status, 200)
          becomesActive()
          account.password = password
          account.reset = null
        } else assert.deepStrictEqual(refusal(answer), [409, "email_taken"])
        break
      }
      case "block": {
        if (account.status === "none" || account.status === "blocked") break
        account.beforeBlock = account.status
        account.status = "blocked"
        yield* patch("blocked")
        break
      }
      case "unblock": {
        if (account.status !== "blocked") break
        account.status = account.beforeBlock
        yield* patch("active")
        break
      }
      case "sign in": {
        const answer = yield* post("login", { ...at(email), password })
        if (account.status === "active" && account.password === password) assert.strictEqual(answer.status, 200)
        else assert.deepStrictEqual(refusal(answer), [401, "invalid_credentials"])
        break
      }
    }
    assert.strictEqual(yield* statusOf(app.id, email), account.status, step)
  }
})

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("an app user's account", (it) => {
  const first = "the first password"
  const step = (...steps: ReadonlyArray<typeof Step.Type>) => steps.map((step) => ({ step, password: first }) as const)

  it.effect.each([
    { steps: ["register", "register", "sign in", "verify", "sign in", "register", "sign in"] },
    { steps: ["register", "sign in by code", "verify", "sign in", "ask for a reset", "reset", "sign in"] },
    { steps: ["register", "verify", "sign in by code", "sign in"] },
    { steps: ["register", "ask for a reset", "reset", "verify", "reset", "sign in"] },
    { steps: ["register", "accept", "verify", "sign in", "accept"] },
    { steps: ["accept", "sign in", "block", "sign in", "sign in by code", "accept", "unblock", "sign in"] },
    { steps: ["register", "block", "verify", "register", "resend", "unblock", "verify", "sign in"] },
    { steps: ["accept", "ask for a reset", "block", "reset", "ask for a reset", "unblock", "reset", "sign in"] },
    { steps: ["resend", "verify", "sign in by code", "ask for a reset", "reset", "sign in"] }
  ] as const)("an app user's account goes by the table: $steps", ({ steps }) => walk(step(...steps)), 600_000)

  it.effect.prop(
    "an app user's account goes by the table, whatever happens to it",
    [Schema.Array(Move).check(Schema.isMinLength(4), Schema.isMaxLength(10))],
    ([moves]) => walk(moves),
    { timeout: 600_000, arbitrary: { runs: 12 } }
  )
})
