import { assert, layer } from "@effect/vitest"
import { OrgId } from "@fleet/domain/Ids"
import { sampleValues } from "@fleet/server/mail/renderTemplate"
import { Templates } from "@fleet/server/mail/Templates"
import { Effect } from "effect"

const org = OrgId.make("00000000-0000-4000-8000-000000000001")
const other = OrgId.make("00000000-0000-4000-8000-000000000002")

const words = { subject: "s", text: "{{ user.display_name }}", html: "<p>{{ link }}</p>" }

layer(Templates.layer, { excludeTestServices: true, timeout: "60 seconds" })("a mail template", (it) => {
  it.effect("the template renderer renders, or refuses with the place of the mistake", () =>
    Effect.gen(function* () {
      const { render } = yield* Templates
      assert.deepStrictEqual(yield* render(org, "invite", words, sampleValues), {
        subject: "s",
        text: "Ada Lovelace",
        html: "<p>https://app.example.com/continue/sample</p>"
      })
      const wrong = yield* Effect.flip(render(org, "invite", { ...words, text: "{{ code }}" }, sampleValues))
      assert.deepInclude(wrong, { part: "text", message: "unknown variable: code" })
    })
  )

  it.effect("the template renderer does not block the service's event loop", () =>
    Effect.gen(function* () {
      const { render } = yield* Templates
      const long = { ...words, html: "{% for i in (1..9000) %}{{ i | plus: 1 | minus: 1 }}{% endfor %}" }
      let turned = false
      setImmediate(() => (turned = true))
      yield* Effect.exit(render(org, "invite", long, sampleValues))
      assert.isTrue(turned)
    })
  )

  it.effect("the template renderer keeps the values of concurrent templates apart", () =>
    Effect.gen(function* () {
      const { render } = yield* Templates
      const textFor = (name: string) =>
        Effect.map(render(org, "invite", words, { ...sampleValues, "user.display_name": name }), ({ text }) => text)
      const names = Array.from({ length: 20 }, (_, index) => `Ada ${index}`)
      assert.deepStrictEqual(yield* Effect.forEach(names, textFor, { concurrency: "unbounded" }), names)
    })
  )

  it.effect("the template renderer lets a template wait for one of another org at most, however many that has", () =>
    Effect.gen(function* () {
      const { render } = yield* Templates
      const done: Array<OrgId> = []
      const rendering = (by: OrgId) =>
        Effect.andThen(
          render(by, "invite", words, sampleValues),
          Effect.sync(() => done.push(by))
        )
      const many = Array.from({ length: 10 }, () => org)
      yield* Effect.forEach([...many, other], rendering, { concurrency: "unbounded" })
      assert.isAtMost(done.indexOf(other), 1)
    })
  )
})
