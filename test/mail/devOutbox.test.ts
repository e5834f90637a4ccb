import { assert, layer } from "@effect/vitest"
import { Mailer } from "@fleet/server/mail/Mailer"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { readdir, rm, stat, writeFile } from "node:fs/promises"
import { get } from "node:http"
import { join } from "node:path"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { TestApp, testApp } from "../support/TestApp.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { call, refusal } from "../support/wire.ts"

/** The answer's status under another Host than the address's own, which fetch does not let one say. */
const statusUnder = (base: string, path: string, host: string) =>
  new Promise<number>((resume, fail) =>
    get(`${base}${path}`, { headers: { host } }, (answer) => {
      answer.resume()
      resume(answer.statusCode!)
    }).once("error", fail)
  )

const Demo = Layer.unwrap(Effect.map(temporaryFolder, (dataFolder) => testApp({ demo: true, dataFolder })))

layer(Demo, { excludeTestServices: true, timeout: "60 seconds" })("the demo's outbox", (it) => {
  it.effect("the demo's outbox keeps mails in files readable by their owner alone, and lists them newest first", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      const { dataFolder } = yield* Settings
      assert.isTrue(mailer.configured)
      assert.deepStrictEqual((yield* call("GET", "/dev/outbox.json")).body, { mails: [] })
      const text = 'Go to https://example.com/a?b=1&c=2 <script>alert("x")</script>'
      yield* mailer.send({ id: "1", to: "a@example.com", subject: "First <b>", text, html: "<h1>never shown</h1>" })
      yield* Effect.promise(() => new Promise((resume) => setTimeout(resume, 5)))
      yield* mailer.send({ id: "2", to: "b@example.com", subject: "Second", text: "javascript:alert(1)", html: null })

      const { mails } = (yield* call("GET", "/dev/outbox.json")).body
      assert.deepStrictEqual(
        mails.map(({ html, subject, text, to }: any) => ({ to, subject, text, html })),
        [
          { to: "b@example.com", subject: "Second", text: "javascript:alert(1)", html: null },
          { to: "a@example.com", subject: "First <b>", text, html: "<h1>never shown</h1>" }
        ]
      )
      const page = yield* call("GET", "/dev/outbox")
      assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
      assert.include(page.body, `<a href="https://example.com/a?b=1&amp;c=2">`)
      assert.include(page.body, "First &lt;b&gt;")
      assert.notMatch(page.body, /<script|never shown|href="javascript/)
      assert.isBelow(page.body.indexOf("Second"), page.body.indexOf("First"))

      const folder = join(dataFolder, "outbox")
      const stray = [join(folder, "half.json"), join(folder, "other.json")]
      yield* Effect.promise(() => Promise.all([writeFile(stray[0]!, '{"at":'), writeFile(stray[1]!, "{}")]))
      assert.strictEqual((yield* call("GET", "/dev/outbox.json")).body.mails.length, 2)
      assert.strictEqual((yield* call("GET", "/dev/outbox")).status, 200)
      yield* Effect.promise(() => Promise.all(stray.map((file) => rm(file))))

      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const rebound = yield* Effect.promise(() => statusUnder(base, "/dev/outbox.json", "attacker.example"))
      assert.strictEqual(rebound, 404)

      const files = yield* Effect.promise(() => readdir(folder))
      assert.strictEqual(files.length, 2)
      for (const file of files) {
        const { mode } = yield* Effect.promise(() => stat(join(folder, file)))
        assert.strictEqual(mode & 0o777, 0o600)
      }
    })
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("outside the demo", (it) => {
  it.effect("GET /dev/outbox is 404 outside the demo", () =>
    Effect.gen(function* () {
      for (const path of ["/dev/outbox", "/dev/outbox.json"]) {
        assert.deepStrictEqual(refusal(yield* call("GET", path)), [404, "not_found"])
      }
    })
  )
})
