import { assert, layer } from "@effect/vitest"
import { Letters } from "@fleet/server/mail/Letters"
import type { MailContents, MailKind } from "@fleet/server/mail/MailContents"
import { Mailer } from "@fleet/server/mail/Mailer"
import { Templates } from "@fleet/server/mail/Templates"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { MailSink } from "../support/MailSink.ts"
import { makeApp, World, Writer } from "./world.ts"

const link = "https://example.com/go?a=1&b=2"
const appKinds = ["invite", "verify", "reset", "login_code"] as const
const kinds: ReadonlyArray<MailKind> = [...appKinds, "password_lost", "team_invitation", "portal_code"]

const mailOf = (
  { appId, orgId, roleId }: Effect.Success<typeof makeApp>,
  kind: MailKind,
  change: Partial<MailContents> = {}
): MailContents => ({
  kind,
  to: "nia@example.com",
  orgId: kind === "portal_code" ? null : orgId,
  appId: kind === "team_invitation" || kind === "portal_code" ? null : appId,
  displayName: "Nia",
  roleId: kind === "invite" ? roleId : null,
  link: kind.endsWith("code") ? null : link,
  code: kind.endsWith("code") ? "012345" : null,
  locale: "en",
  ...change
})

const putTemplate = Effect.fnUntraced(function* (
  appId: string,
  kind: (typeof appKinds)[number],
  template: { readonly subject: string; readonly text: string; readonly html: string | null }
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO app_mail_templates ${sql.insert({ app_id: appId, kind, ...template, updated_at: new Date() })}`
})

const trail = Effect.fnUntraced(function* (appId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    SELECT actor_kind, action, details FROM audit_events WHERE details ->> 'app_id' = ${appId} ORDER BY seq`
})

layer(World, { timeout: "60 seconds" })("a mail", (it) => {
  it.effect("a mail of every kind says what it is for in both languages, as text and as HTML", () =>
    Effect.gen(function* () {
      const letters = yield* Letters
      const world = yield* makeApp
      for (const kind of kinds) {
        const mail = mailOf(world, kind)
        const english = yield* letters.write("1", mail, true)
        const german = yield* letters.write("1", { ...mail, locale: "de" }, true)
        assert.notStrictEqual(english.subject, german.subject)
        assert.include(german.html, `<html lang="de">`)
        const sender = mail.appId === null ? "Robot Fleet Cloud" : world.name
        for (const { html, subject, text } of [english, german]) {
          assert.include(subject, sender)
          assert.include(text, mail.code ?? link)
          assert.include(html, mail.code ?? `href="https://example.com/go?a=1&amp;b=2"`)
          assert.include(html, `name="color-scheme"`)
          assert.notMatch(`${subject} ${text} ${html}`, /null|undefined|\[object/)
        }
      }
    }).pipe(Effect.provide(Writer))
  )

  it.effect("a mail shows names as text, and none that a stranger could have put there himself", () =>
    Effect.gen(function* () {
      const letters = yield* Letters
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeApp
      yield* sql`UPDATE apps SET name = '<script>"x"</script>' WHERE id = ${world.appId}`
      for (const kind of appKinds) {
        const { html, text } = yield* letters.write(
          "1",
          mailOf(world, kind, { displayName: "<b>win.example</b>" }),
          true
        )
        assert.notInclude(html, "<script>")
        assert.notInclude(html, "<b>win")
        if (kind !== "invite") assert.notInclude(text, "win.example")
      }
    }).pipe(Effect.provide(Writer))
  )

  it.effect("a mail of a kind with a template is in the app's words", () =>
    Effect.gen(function* () {
      const letters = yield* Letters
      const world = yield* makeApp
      yield* putTemplate(world.appId, "invite", {
        subject: "{{ user.display_name | default: 'you' }}:\n{{ app.name }}",
        text: "{{ org.name }} {{ role.name }} {{ link }} {{ expires_in_hours }} {{ user.email }}",
        html: null
      })
      yield* putTemplate(world.appId, "login_code", {
        subject: "{{ code }}",
        text: "{{ code }} {{ expires_in_minutes }}{{ link }}",
        html: "<p>{{ user.display_name }}</p>"
      })
      const invite = yield* letters.write("1", mailOf(world, "invite", { displayName: null }), true)
      assert.strictEqual(invite.subject, `you: ${world.name}`)
      assert.match(invite.text, /^Org \w+ operate https:\/\/example\.com\/go\?a=1&b=2 168 nia@example\.com$/)
      assert.isNull(invite.html)
      const code = yield* letters.write("1", mailOf(world, "login_code", { displayName: "<i>" }), true)
      assert.deepInclude(code, { subject: "012345", text: "012345 10", html: "<p>&lt;i&gt;</p>" })
      assert.deepStrictEqual(yield* trail(world.appId), [])
    }).pipe(Effect.provide(Writer))
  )

  it.effect("a mail whose template does not render is in the platform's words, and the failure is audited once", () =>
    Effect.gen(function* () {
      const letters = yield* Letters
      const world = yield* makeApp
      yield* putTemplate(world.appId, "reset", { subject: "Reset", text: "{{ nope }}", html: null })
      for (const first of [true, false]) {
        const { subject, text } = yield* letters.write("1", mailOf(world, "reset"), first)
        assert.strictEqual(subject, `Set a new password for ${world.name}`)
        assert.include(text, link)
      }
      assert.deepStrictEqual(yield* trail(world.appId), [
        {
          actor_kind: "platform",
          action: "app.mail_template_failed",
          details: { app_id: world.appId, kind: "reset", part: "text" }
        }
      ])
    }).pipe(Effect.provide(Writer))
  )

  it.effect("a mail is in the platform's words while the renderer is down, and nothing is audited", () =>
    Effect.gen(function* () {
      const world = yield* makeApp
      yield* putTemplate(world.appId, "reset", { subject: "Reset", text: "{{ link }}", html: null })
      const ended = Layer.mock(Templates)({ render: () => Effect.die("the process ended") })
      const letters = Layer.fresh(Letters.layer).pipe(Layer.provide([ended, Logger.layer([])]))
      const { subject, text } = yield* Effect.provide(
        Effect.flatMap(Letters, ({ write }) => write("1", mailOf(world, "reset"), true)),
        letters
      )
      assert.strictEqual(subject, `Set a new password for ${world.name}`)
      assert.include(text, link)
      assert.deepStrictEqual(yield* trail(world.appId), [])
    }).pipe(Effect.provide(Writer))
  )

  it.effect("a mail gets no header from a name or a subject, and no second recipient from an address", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const mailer = yield* Mailer
      const letters = yield* Letters
      const world = yield* makeApp
      const displayName = "Eve\r\nBcc: spy@example.com\r\n\r\nHello"
      yield* putTemplate(world.appId, "verify", {
        subject: "{{ user.display_name }}",
        text: "{{ user.display_name }}",
        html: null
      })
      const sent = yield* letters.write(crypto.randomUUID(), mailOf(world, "verify", { displayName }), true)
      assert.strictEqual(sent.subject, "Eve Bcc: spy@example.com Hello")
      for (const subject of [sent.subject, displayName, "Eve\u2028\u0085Bcc: spy@example.com\nX: y"]) {
        yield* mailer.send({ ...sent, subject })
        const { email } = yield* sink.waitFor(sent.to)
        assert.notExists(email.bcc)
        assert.notExists(email.headers.find(({ key }) => key === "x"))
        assert.match(email.subject!, /^Eve Bcc: spy@example\.com/)
        assert.deepStrictEqual(
          email.to?.map(({ address }) => address),
          [sent.to]
        )
      }
      const before = sink.mails.length
      for (const to of ["a>,spy@example.com", "a@example.com\r\nRCPT", "<spy@example.com>", "a,b@example.com"]) {
        const refused = yield* Effect.flip(mailer.send({ ...sent, to }))
        assert.deepInclude(refused, { reason: "not an address", permanent: true })
      }
      assert.strictEqual(sink.mails.length, before)
    }).pipe(Effect.provide(Writer))
  )
})
