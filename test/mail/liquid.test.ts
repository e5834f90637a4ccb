import { assert, describe, it } from "@effect/vitest"
import { renderTemplate as rendered, sampleValues, type TemplateValues } from "@fleet/server/mail/renderTemplate"
import { Effect, Schema } from "effect"

const renderTemplate = (...job: Parameters<typeof rendered>) => {
  const answer = rendered(...job)
  return "part" in answer ? Effect.fail(answer) : Effect.succeed(answer)
}
const render = (text: string, values: TemplateValues = sampleValues) =>
  Effect.map(renderTemplate("login_code", { subject: "s", text, html: null }, values), (words) => words.text)
const renderHtml = (html: string, values: TemplateValues = sampleValues) =>
  Effect.map(renderTemplate("login_code", { subject: "s", text: "t", html }, values), (words) => words.html!)
const broken = (html: string) =>
  Effect.map(Effect.flip(renderTemplate("login_code", { subject: "s", text: "t", html }, sampleValues)), (error) => {
    assert.strictEqual(error.part, "html")
    return error.message
  })

const x = (count: number) => "x".repeat(count)

describe("a template", () => {
  it.effect("a template knows conditions, loops, assignments, comments and the filters of text", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* render(
          "{% if user.display_name %}{{ user.display_name | split: ' ' | first | upcase }}{% else %}you{% endif %}" +
            "{% unless link == blank %}!{% endunless %}{% for i in (1..5) %}{% if i == 4 %}{% break %}{% endif %}" +
            "{% if i == 2 %}{% continue %}{% endif %}{{ i }}{% endfor %}{% comment %}no{% endcomment %}{% # no %}" +
            "{% assign a = app.name | append: '!' %}{{ a }}{% case role.name %}{% when 'operate' %}o{% endcase %}"
        ),
        "ADA!13Warehouse!o"
      )
      const filters =
        "{{ '  a-b ' | strip | replace: '-', '+' | append: 1 }} {{ 8 | divided_by: 2 | times: 3 | plus: 1 }}"
      assert.strictEqual(yield* render(filters), "a+b1 13")
      assert.strictEqual(
        yield* render("{{ 'a/b' | url_encode }} {{ 'abc' | slice: 1, 2 }} {{ 'abc' | size }}"),
        "a%2Fb bc 3"
      )
      assert.strictEqual(yield* render("{{ 'xax' | replace_first: 'x', '$&' }} {{ 'xax' | remove: 'x' }}"), "$&ax a")
    })
  )

  it.effect("a template prints nothing for a value that the mail does not have", () =>
    Effect.gen(function* () {
      const bare = { ...sampleValues, "user.display_name": null, link: null, expires_in_hours: null }
      const text = "[{{ user.display_name }}{{ link }}{{ expires_in_hours }}{{ user.display_name | default: 'you' }}]"
      assert.strictEqual(yield* render(text, bare), "[you]")
    })
  )

  it.effect("a template with an unknown variable is refused, in a branch that is not reached too", () =>
    Effect.gen(function* () {
      for (const html of [
        "{{ nope }}",
        "{% if nope %}{% endif %}",
        "{% if false %}{{ nope }}{% endif %}",
        "{{ nope | default: 'x' }}",
        "{{ link | append: nope }}",
        "{% for x in nope %}{% endfor %}",
        "{% assign x = nope %}"
      ]) {
        assert.strictEqual(yield* broken(html), "unknown variable: nope")
      }
      assert.strictEqual(yield* broken("{{ app }}"), "unknown variable: app")
      assert.strictEqual(yield* broken("{{ app.constructor }}"), "unknown variable: app.constructor")
      assert.strictEqual(yield* broken("{{ user.email.size }}"), "unknown variable: user.email.size")
      assert.match(yield* broken("{% assign a = app %}{{ a.__proto__ }}"), /^unknown variable: app$/)
      const invite = renderTemplate("invite", { subject: "{{ code }}", text: "t", html: null }, sampleValues)
      assert.deepInclude(yield* Effect.flip(invite), { part: "subject", message: "unknown variable: code" })
    })
  )

  it.effect("a template has no tag or filter that reads files, hides markup or gathers output", () =>
    Effect.gen(function* () {
      for (const tag of [
        "include 'a'",
        "render 'a'",
        "layout 'a'",
        "liquid assign a = 1",
        "echo link",
        "increment a"
      ]) {
        assert.match(yield* broken(`{% ${tag} %}`), /^tag "\w+" not found/)
      }
      for (const tag of ["raw", "capture a", "block a", "tablerow i in (1..2)", "cycle 'a', 'b'"]) {
        assert.match(yield* broken(`{% ${tag} %}{% end${tag.split(" ")[0]} %}`), /^tag "\w+" not found/)
      }
      for (const filter of ["raw", "json", "inspect", "where_exp: 'a', 'b'", "date: '%Y'", "base64_encode", "nope"]) {
        assert.match(yield* broken(`{{ link | ${filter} }}`), /^undefined filter/)
      }
    })
  )

  it.effect("a template that is wrong is refused with the line", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* broken("a\n{{ link | zork }}"), "undefined filter: zork, line:2, col:1")
      assert.match(yield* broken("{{ link"), /not closed, line:1, col:1$/)
      assert.match(yield* broken("{% if link %}"), /not closed/)
      assert.isAtMost((yield* broken(`{{ app${"['name']".repeat(5_000)} }}`)).length, 300)
    })
  )

  it.effect("a template renders to at most 200000 characters, and stops when it would be more", () =>
    Effect.gen(function* () {
      const whole = `{% for i in (1..4) %}${x(50_000)}{% endfor %}`
      assert.strictEqual((yield* renderHtml(whole)).length, 200_000)
      assert.match(yield* broken(`${whole}y`), /^the output has more than 200000 characters/)
      assert.match(yield* broken(`{% for i in (1..5000) %}${x(60_000)}{% endfor %}`), /^the output has more/)
    })
  )

  it.effect("a template is bounded in time and space, whatever it is", () =>
    Effect.gen(function* () {
      const bombs = [
        "{% for i in (1..100000000) %}{% endfor %}",
        "{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}",
        `{% assign a = "${x(1000)}" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}`,
        `{% assign a = "${x(1000)}" %}${"{% assign a = a | prepend: a %}".repeat(40)}`,
        `{% assign a = "${x(20_000)}" %}{{ a | replace: "x", a }}`,
        `{% assign a = "${x(20_000)}" %}{{ a | split: "" | size }}{% for i in (1..100000) %}{% assign b = a | split: "" %}{% endfor %}`,
        `{% assign a = "${x(40_000)}" %}{% assign b = "y${x(39_999)}" %}{% if a contains b %}{% endif %}`,
        `{{ "abc" | slice: 0, 100000000000 }}`,
        "{{ (1..400000) }}",
        "{% if true %}".repeat(4_000) + "{% endif %}".repeat(4_000),
        "{{ app" + "[app".repeat(10_000) + "]".repeat(10_000) + " }}",
        "{{ ".repeat(33_000),
        x(200_001)
      ]
      for (const bomb of bombs) yield* broken(bomb)
      const heavy = [
        `{{ "${" ".repeat(99_000)}x" | rstrip }}`,
        `{{ "${" ".repeat(99_000)}x" | strip | truncatewords: 3 }}`,
        "{{ link }}".repeat(5_000),
        "{{ 'a'" + " | upcase".repeat(10_000) + " }}",
        "{% assign a = link %}".repeat(4_000)
      ]
      // A slow machine may refuse them; what counts is that they end.
      for (const template of heavy) yield* Effect.exit(renderHtml(template))
    })
  )

  it.effect("a template is stopped at its time limit, which its parts share", () =>
    Effect.gen(function* () {
      const filters = " | plus: 1".repeat(9_000)
      assert.match(
        yield* broken(`{% for i in (1..40000) %}{{ i${filters} }}{% endfor %}`),
        /^the template takes too long/
      )
      let looks = 0
      const thrice = () => {
        if (++looks > 3) throw new Error("used up")
      }
      const template = { subject: "s", text: "t", html: "h" }
      assert.deepStrictEqual(rendered("invite", template, sampleValues, thrice), { part: "text", message: "used up" })
    })
  )

  it.effect.prop("a template escapes every value in HTML, however it gets there", [Schema.String], ([name]) =>
    Effect.gen(function* () {
      const values = { ...sampleValues, "user.display_name": name }
      const plainly = yield* renderHtml("{{ user.display_name }}", values)
      assert.notMatch(plainly, /[<>"']/)
      assert.strictEqual(
        plainly
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&#34;", '"')
          .replaceAll("&#39;", "'")
          .replaceAll("&amp;", "&"),
        name
      )
      for (const way of [
        "{{ user.display_name | escape }}",
        "{% assign a = user.display_name %}{{ a }}",
        "{% assign a = user.display_name | append: '' | split: '' %}{{ a }}",
        "{{ '' | append: user.display_name }}",
        "{{ user.email | replace: user.email, user.display_name }}",
        "{% assign a = user.display_name | split: '\u0000' %}{% for b in a %}{{ b }}{% endfor %}"
      ]) {
        assert.notMatch(yield* renderHtml(way, values), /[<>"']/)
      }
    })
  )

  it.effect.prop(
    "a template leaves every value as it is in text, and on one line in the subject",
    [Schema.String],
    ([name]) =>
      Effect.gen(function* () {
        const values = { ...sampleValues, "user.display_name": name }
        const template = { subject: "{{ user.display_name }}", text: "{{ user.display_name }}", html: null }
        const { subject, text } = yield* renderTemplate("verify", template, values)
        assert.strictEqual(text, name)
        assert.notMatch(subject, /[\p{Cc}\u2028\u2029]/u)
      })
  )
})
