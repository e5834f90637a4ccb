import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { addTotp } from "../../../support/factors.ts"
import { MailSink } from "../../../support/MailSink.ts"
import { makeOrg } from "../../../support/people.ts"
import { begin, mailedCode, other, portalApp, post, redirectUri, show, signedInAs, submit } from "./world.ts"

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("a console sign-in by pages", (it) => {
  it.effect("a console sign-in by pages goes from page to page with forms alone", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const flow = yield* begin()
      const first = yield* show(flow, `interaction/${flow.id}`)
      assert.strictEqual(first.status, 200)
      assert.include(first.headers.get("content-security-policy"), `form-action 'self' ${new URL(redirectUri).origin}`)
      assert.include(first.headers.get("content-security-policy"), "frame-ancestors 'none'")
      assert.strictEqual(first.headers.get("referrer-policy"), "no-referrer")
      assert.strictEqual(first.headers.get("cache-control"), "no-store")

      const bad = yield* submit(flow, "identify", { email: "no-address" })
      assert.strictEqual(bad.status, 200)
      assert.match(bad.body, /role="alert"/)
      assert.match(bad.body, /value="no-address"/)
      const asked = yield* submit(flow, "identify", { email: developer.email }, "de")
      assert.deepStrictEqual(
        [asked.status, asked.headers.get("location")],
        [303, `/console/oauth/code/${flow.id}?lang=de`]
      )
      const page = yield* show(flow, `code/${flow.id}?lang=de`)
      assert.match(page.body, /<html lang="de">/)
      const { code } = yield* (yield* MailSink).waitFor(developer.email)
      const wrongly = yield* submit(flow, "code", { code: other(code) })
      assert.strictEqual(wrongly.status, 200)
      assert.include(wrongly.body, "4 attempts are left")
      assert.notInclude(wrongly.body, other(code))
      const entered = yield* submit(flow, "code", { code })
      assert.strictEqual(entered.status, 303)
      yield* signedInAs(flow, entered, developer.email)
      const late = yield* submit(flow, "code", { code })
      assert.strictEqual(late.status, 410)
      assert.match(late.headers.get("content-type")!, /text\/html/)
    })
  )

  it.effect("a console sign-in by pages leads back to where it is, whatever page is asked for", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      yield* addTotp(developer.token)
      const flow = yield* begin()
      const early = yield* show(flow, `two-factor/${flow.id}`)
      assert.deepStrictEqual(
        [early.status, early.headers.get("location")],
        [303, `/console/oauth/interaction/${flow.id}?lang=en`]
      )
      assert.strictEqual((yield* show(flow, `code/${flow.id}`)).status, 303)
      assert.strictEqual((yield* show(flow, `interaction/${flow.id.toUpperCase()}`)).status, 200)
      yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
      for (const path of ["interaction", "code", "two-factor/setup"]) {
        const page = yield* show(flow, `${path}/${flow.id}`)
        assert.strictEqual(page.headers.get("location"), `/console/oauth/two-factor/${flow.id}?lang=en`)
      }
      const recovery = yield* show(flow, `two-factor/${flow.id}/recovery`)
      assert.strictEqual(recovery.status, 200)
      // A code that is pasted with the spaces around it is not cut.
      assert.isAtLeast(Number(/name="recovery_code"[^>]* maxlength="(\d+)"/.exec(recovery.body)![1]), 20)
    })
  )
})
