import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { MailSink } from "../../../support/MailSink.ts"
import { makeOrg, unique } from "../../../support/people.ts"
import { TestApp, testApp } from "../../../support/TestApp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

const invitations = "/api/org/invitations"

const invite = (as: string, send_mail = true) =>
  call("POST", invitations, { as, body: { email: `invited-${unique()}@example.com`, tier: "developer", send_mail } })
const reissue = (as: string, { id }: { readonly id: string }) => call("POST", `${invitations}/${id}/reissue`, { as })
const accept = (link: string) =>
  call("POST", `${invitations}/accept`, { body: { token: link.slice(link.lastIndexOf("/") + 1) } })

const Sent = Layer.unwrap(
  Effect.map(MailSink, ({ url }) => testApp({ mailUrl: Option.some(Redacted.make(url)) }))
).pipe(Layer.provideMerge(MailSink.layer))

layer(Sent, { excludeTestServices: true, timeout: "60 seconds" })("the mail of an invitation", (it) => {
  it.effect("the mail of an invitation carries the link of the answer, and is sent again when it is issued again", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { owner } = yield* makeOrg
      const made = yield* invite(owner.token)
      assert.deepStrictEqual([made.status, made.body.mail], [201, "sent"])
      assert.strictEqual((yield* sink.waitFor(made.body.email)).link, made.body.accept_url)
      const again = yield* reissue(owner.token, made.body)
      assert.deepStrictEqual([again.status, again.body.mail], [200, "sent"])
      const second = yield* sink.waitFor(made.body.email)
      assert.strictEqual(second.link, again.body.accept_url)
      assert.strictEqual((yield* accept(second.link)).status, 204)
    })
  )

  it.effect("the mail of an invitation is not sent unless requested, nor when that is issued again", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { owner } = yield* makeOrg
      const made = yield* invite(owner.token, false)
      const again = yield* reissue(owner.token, made.body)
      assert.deepStrictEqual([made.body.mail, again.body.mail], ["not_requested", "not_requested"])
      const other = yield* invite(owner.token)
      yield* sink.waitFor(other.body.email)
      assert.isFalse(sink.mails.some(({ to }) => to === made.body.email))
    })
  )

  it.effect("the mail of an invitation that is refused is reported, and the invitation stands", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { owner } = yield* makeOrg
      yield* sink.stop
      const made = yield* invite(owner.token)
      yield* sink.start
      assert.deepStrictEqual([made.status, made.body.mail], [201, "failed"])
      assert.strictEqual((yield* accept(made.body.accept_url)).status, 204)
    })
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("without a mail server an invitation", (it) => {
  it.effect("without a mail server an invitation is made all the same", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const made = yield* invite(owner.token)
      assert.deepStrictEqual([made.status, made.body.mail], [201, "not_configured"])
      assert.strictEqual((yield* reissue(owner.token, made.body)).body.mail, "not_configured")
    })
  )

  it.effect("without a mail server an invitation is limited to twenty acceptances a minute by address", () =>
    Effect.gen(function* () {
      for (let index = 0; index < 20; index++) {
        assert.deepStrictEqual(refusal(yield* accept("/")), invalid("token", "too_short"))
      }
      const { body, status } = yield* accept("/")
      assert.deepStrictEqual([status, body.code], [429, "rate_limited"])
    })
  )
})
