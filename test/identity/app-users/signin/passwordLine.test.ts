import { assert, layer } from "@effect/vitest"
import { Passwords, PasswordWork, maxWaitingPasswords } from "@fleet/server/identity/factors/Passwords"
import { Effect, Fiber, Layer } from "effect"
import { argon2 } from "node:crypto"
import { promisify } from "node:util"
import { form } from "../../../support/mcp.ts"
import { makeEveryone, password } from "../../../support/people.ts"
import { testApp } from "../../../support/TestApp.ts"
import { type Answer, call } from "../../../support/wire.ts"

const often = { limit: 10_000, windowMs: 60_000 }
const rateLimits = { client_login: often, client_login_account: often, register: often, register_account: often }

/** Passwords that are being worked out: each waits for the test while the gate is closed. */
const gate = { isOpen: true, held: [] as Array<() => void> }
const worked: Array<string> = []
const derive = promisify(argon2)

const Gated = Layer.succeed(PasswordWork, () =>
  Effect.succeed((derivation) =>
    Effect.promise(async () => {
      if (!gate.isOpen) await new Promise<void>((go) => gate.held.push(go))
      worked.push(derivation.message)
      return derive("argon2id", derivation)
    })
  )
)

/** Lets this many go, each when it is there. */
const letGo = Effect.fnUntraced(function* (count: number) {
  for (let gone = 0; gone < count;) {
    const go = gate.held.shift()
    if (go === undefined) yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
    else {
      go()
      gone++
    }
  }
})

const open = Effect.sync(() => {
  gate.isOpen = true
  for (const go of gate.held.splice(0)) go()
})

const until = Effect.fnUntraced(function* (holds: Effect.Effect<boolean>) {
  while (!(yield* holds)) yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
})

const wrong = "not the right password"

const statuses = (answers: ReadonlyArray<Answer>) => ({
  all: answers.length,
  of: (status: number) => answers.filter((answer) => answer.status === status).length
})

layer(testApp({ rateLimits, passwordConcurrency: 1, trustedProxies: 1 }).pipe(Layer.provide(Gated)), {
  timeout: "120 seconds"
})("the line of passwords", (it) => {
  const signIn = (app: string, email: string, secret: string, address = "203.0.113.1") =>
    call("POST", "/api/client/login", {
      body: { app_identifier: app, email, password: secret },
      headers: { "x-forwarded-for": address }
    })

  /** An app whose sign-ins fill the line, and one more app. */
  const crowded = Effect.gen(function* () {
    gate.isOpen = true
    const busy = yield* makeEveryone
    const quiet = yield* makeEveryone
    gate.isOpen = false
    worked.length = 0
    const flood = yield* Effect.forkChild(
      Effect.all(
        Array.from({ length: 1 + maxWaitingPasswords.app + 19 }, () =>
          signIn(busy.app.identifier, busy.user.email, wrong)
        ),
        { concurrency: "unbounded" }
      )
    )
    const { size } = yield* Passwords
    yield* until(Effect.map(size, ({ waiting }) => waiting === maxWaitingPasswords.app))
    return { busy, quiet, flood }
  })

  const right = Effect.fnUntraced(function* ({ app, user }: Effect.Success<typeof makeEveryone>, address?: string) {
    return yield* Effect.forkChild(signIn(app.identifier, user.email, password, address))
  })

  it.effect("the line of passwords refuses what is beyond an app's share with 503, and answers the others", () =>
    Effect.gen(function* () {
      const { busy, flood } = yield* crowded
      // Nobody learns from a full line whether there is such an account.
      for (const email of [busy.user.email, "nobody@example.com"]) {
        const { body, headers, status } = yield* signIn(busy.app.identifier, email, password)
        assert.deepStrictEqual([status, body.code], [503, "at_capacity"])
        assert.strictEqual(Number(headers.get("retry-after")), Math.ceil(body.details.retry_after_ms / 1000))
      }
      yield* open
      const answers = yield* Fiber.join(flood)
      const { all, of } = statuses(answers)
      assert.deepStrictEqual([all, of(503), of(401)], [maxWaitingPasswords.app + 20, 19, maxWaitingPasswords.app + 1])
      assert.strictEqual((yield* signIn(busy.app.identifier, busy.user.email, password)).status, 200)
    })
  )

  it.effect("the line of passwords lets another app's sign-in have the second turn, however many wait before it", () =>
    Effect.gen(function* () {
      const { busy, flood, quiet } = yield* crowded
      const waitsFor = yield* right(quiet)
      const { size } = yield* Passwords
      yield* until(Effect.map(size, ({ waiting }) => waiting === maxWaitingPasswords.app + 1))
      // The one that runs, one of the app whose turn it is, and the quiet app's.
      yield* letGo(3)
      assert.strictEqual((yield* Fiber.join(waitsFor)).status, 200)
      assert.deepStrictEqual(worked, [wrong, wrong, password])
      // A person of the crowded app has a turn beside the crowd's own address.
      const person = yield* right(busy, "203.0.113.77")
      yield* until(Effect.map(size, ({ waiting }) => waiting === maxWaitingPasswords.app - 1))
      yield* letGo(3)
      assert.strictEqual((yield* Fiber.join(person)).status, 200)
      yield* open
      yield* Fiber.join(flood)
    })
  )

  it.effect("the line of passwords says on a hosted page that it is full", () =>
    Effect.gen(function* () {
      const { busy, flood } = yield* crowded
      const sent = yield* form(
        `/app/${busy.app.identifier}/sign-in`,
        { email: busy.user.email, password },
        { "x-forwarded-for": "203.0.113.1" }
      )
      const cookie = sent.headers.getSetCookie()[0]!.split(";", 1)[0]!
      const page = yield* call("GET", sent.headers.get("location")!, { headers: { cookie } })
      assert.include(page.body, "Too many people are signing in at the moment.")
      yield* open
      yield* Fiber.join(flood)
    })
  )
})
