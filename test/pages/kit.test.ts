import { assert, describe, it } from "@effect/vitest"
import { account } from "@fleet/server/platform/pages/account"
import { loggedPath } from "@fleet/server/platform/http/loggedPath"
import { field } from "@fleet/server/platform/pages/Field"
import { form } from "@fleet/server/platform/pages/Form"
import { formFields } from "@fleet/server/platform/pages/FormBody"
import { html } from "@fleet/server/platform/pages/html"
import { localeOf } from "@fleet/server/platform/pages/Locales"
import { normalizeCodes } from "@fleet/server/platform/pages/normalizeCodes"
import { qrCode } from "@fleet/server/platform/pages/qrCode"
import { Effect, Result, Schema } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { encode } from "uqr"

const refused = (text: string) => {
  const result = formFields(text)
  return Result.isFailure(result) ? result.failure.details : result.success
}

describe("an urlencoded body", () => {
  const Fields = Schema.Record(
    Schema.String.check(Schema.isPattern(/^[a-z_]+$/)),
    Schema.String.check(Schema.isPattern(/^[^\0]+$/), Schema.isMinLength(1))
  )
  it.effect.prop("an urlencoded body reads back what a browser writes", { given: Fields }, ({ given }) =>
    Effect.sync(() => {
      const wellFormed = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.toWellFormed()]))
      assert.deepStrictEqual(formFields(new URLSearchParams(wellFormed).toString()), Result.succeed(wellFormed))
    })
  )

  it("an urlencoded body leaves out what was left empty", () => {
    assert.deepStrictEqual(refused("a=&b=1&c&=&d=+"), { b: "1", d: " " })
    assert.deepStrictEqual(refused(""), {})
    assert.deepStrictEqual(refused("&&"), {})
  })

  it("an urlencoded body is refused where it guesses: a field twice, no UTF-8, NUL", () => {
    assert.deepStrictEqual(refused("a=1&b=2&a=3"), { field: "a", rule: "duplicate" })
    assert.deepStrictEqual(refused("a=&a="), { field: "a", rule: "duplicate" })
    for (const text of ["a=%FF", "a=%C3", "%FF=a", "a=%", "a=%zz", "a=%00", "%00=a", "a=\0", "a=\uFFFD"]) {
      assert.deepStrictEqual(refused(text), { field: "body", rule: "format" }, text)
    }
    assert.deepStrictEqual(refused("a=%EF%BF%BD"), { a: "\uFFFD" })
  })

  it("an urlencoded body has no names of its own", () => {
    const fields = Result.getOrThrow(formFields("__proto__=x&constructor=y"))
    assert.deepStrictEqual(Object.keys(fields), ["__proto__", "constructor"])
    assert.strictEqual(Object.getPrototypeOf(fields), Object.prototype)
  })

  it("an urlencoded body of more fields than any page has is refused", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join("&")
    assert.strictEqual(Object.keys(Result.getOrThrow(formFields(many(100)))).length, 100)
    assert.deepStrictEqual(refused(many(101)), { field: "body", rule: "too_long" })
    assert.deepStrictEqual(refused(many(100_000)), { field: "body", rule: "too_long" })
  })
})

describe("a form", () => {
  it("normalizeCodes removes spaces and hyphens from codes and puts the hyphen of a recovery code back", () => {
    assert.deepStrictEqual(
      normalizeCodes({ code: " 123 456\u00a0", password: " a b ", recovery_code: " ABCDE fghij " }),
      {
        code: "123456",
        password: " a b ",
        recovery_code: "ABCDE-fghij"
      }
    )
    assert.deepStrictEqual(normalizeCodes({ recovery_code: "abcdefghij" }), { recovery_code: "abcde-fghij" })
    assert.deepStrictEqual(normalizeCodes({ recovery_code: " abc " }), { recovery_code: "abc" })
    assert.deepStrictEqual(normalizeCodes({}), {})
  })
})

describe("markup", () => {
  const evil = `"><script>alert('1')</script>&`
  it.effect.prop("markup escapes whatever is put into it", { text: Schema.String }, ({ text }) =>
    Effect.sync(() => {
      const written = html`<p title="${text}">${text}</p>`.text
      assert.notMatch(written.slice(10, -4).replace('">', ""), /[<>"']/)
    })
  )

  it("markup ties a field to its hint and its mistake", () => {
    const { text } = field({ name: "a", label: evil, autocomplete: "off", hint: "h", wrong: "w", value: evil }, "en")
    assert.include(text, `<label for="a">`)
    assert.match(text, /<p class="hint" id="a-hint">h<\/p>\s*<p class="mistake" id="a-wrong" role="alert">w<\/p>/)
    assert.include(text, `aria-invalid="true" aria-describedby="a-hint a-wrong"`)
    assert.notInclude(text, "<script")
    const plain = field({ name: "a", label: "A", autocomplete: "off" }, "en").text
    assert.notInclude(plain, "aria-")
    assert.include(plain, " required")
    assert.notInclude(field({ name: "a", label: "A", autocomplete: "off", optional: true }, "en").text, "required")
  })

  it("markup of an address is whole on one line, and has a line end after the @ where it has more than one", () => {
    const written = (email: string) => /<strong>(.*)<\/strong>/.exec(account({ label: "A", email }).text)![1]
    assert.strictEqual(written("nia.lund@example.com"), "nia.lund@example.com")
    const long = `${"n".repeat(30)}@harbour-cranes.example.com`
    assert.strictEqual(written(long), long.replace("@", "@<wbr />"))
  })

  it("markup says what is wrong once, at its field or above the form, and puts the focus there", () => {
    const fields = [{ name: "a", id: "other", label: "A", autocomplete: "off" }]
    const at = form({
      locale: "en",
      action: "/x",
      submit: "Go",
      fields,
      problem: { field: "a", message: "Wrong." }
    }).text
    assert.match(
      at,
      /<p class="mistake" id="other-wrong" role="alert">Wrong\.<\/p>\s*<div class="control">\s*<input id="other"[^>]* autofocus/
    )
    assert.strictEqual(at.split("Wrong.").length, 2)
    const nowhere = form({
      locale: "en",
      action: "/x",
      submit: "Go",
      fields,
      problem: { field: "b", message: "Wrong." }
    }).text
    assert.match(nowhere, /^<div class="wrong" role="alert" tabindex="-1" autofocus>Wrong\.<\/div>/)
    assert.notInclude(nowhere, "aria-invalid")
    assert.strictEqual(nowhere.split("Wrong.").length, 2)
  })
})

describe("a QR code", () => {
  it.effect.prop(
    "a QR code draws each dark module once and no light one",
    { text: Schema.String.check(Schema.isMaxLength(200)) },
    ({ text }) =>
      Effect.sync(() => {
        const { data, size } = encode(text.toWellFormed(), { border: 3 })
        const drawn = data.map((row) => row.map(() => 0))
        const dark = /fill="#000" d="([^"]*)"/.exec(qrCode(text, "A").text)![1]!
        for (const [, x, y, length] of dark.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
          for (let at = 0; at < Number(length); at++) drawn[Number(y)]![Number(x) + at]!++
        }
        assert.deepStrictEqual(
          drawn,
          data.map((row) => row.map(Number))
        )
        assert.include(qrCode(text, "A").text, `viewBox="0 0 ${size} ${size}"`)
      })
  )
})

describe("the language of a page", () => {
  const asked = (header: string | undefined, url = "/x") =>
    localeOf({ url, headers: header === undefined ? {} : { "accept-language": header } } as never)
  it("the language of a page is what the address, then the browser asks for", () => {
    assert.strictEqual(asked(undefined), "en")
    assert.strictEqual(asked("de-CH, en;q=0.9"), "de")
    assert.strictEqual(asked("fr, en;q=0.1, DE;q=0.8"), "de")
    assert.strictEqual(asked("de;q=0, fr"), "en")
    assert.strictEqual(asked("fr;q=x, ;;, *"), "en")
    assert.strictEqual(asked("deutsch"), "en")
    assert.strictEqual(asked("en", "/x?lang=de"), "de")
    assert.strictEqual(asked("de", "/x?lang=fr"), "de")
  })
})

describe("a logged path", () => {
  it("a logged path holds no token, however it came there", () => {
    for (let at = 0; at < 50; at++) {
      const token = randomBytes(32).toString("base64url")
      for (const path of [
        `/app/a_b/verify/${token}`,
        `/accept-invite/${token}`,
        `/app/x/verfy/${token}`,
        `/${token}`
      ]) {
        assert.notInclude(loggedPath(path), token)
      }
      assert.notInclude(loggedPath(`/app/a/reset/${encodeURIComponent(token)}%20`), token)
    }
    assert.strictEqual(loggedPath("/app/a_b/invite/short"), "/app/a_b/invite/…")
    assert.strictEqual(loggedPath("/app/a_b/verify/%61bc"), "/app/a_b/verify/…")
  })

  it("a logged path is else as it came", () => {
    const id = randomUUID()
    const paths = [
      `/api/robots/${id.toUpperCase()}`,
      "/app/a_b/verify",
      "/app/a/two-factor/setup",
      "/openapi.json",
      "/"
    ]
    for (const path of paths) assert.strictEqual(loggedPath(path), path)
  })
})
