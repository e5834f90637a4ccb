import { expect, it, layer } from "@effect/vitest"
import { Mailer } from "@fleet/server/mail/Mailer"
import { smtpMailer } from "@fleet/server/mail/smtpMailer"
import { Effect, Layer, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { MailSink } from "../support/MailSink.ts"
import { testApp } from "../support/TestApp.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { call } from "../support/wire.ts"

/** Every byte there is, in a file whose name needs care. */
const attachment = {
  name: 'Müller "1".pdf',
  type: "application/pdf",
  content: Uint8Array.from({ length: 1024 }, (_, index) => index % 256)
}
const mailTo = (to: string) => ({ id: randomUUID(), to, subject: "Invoice", text: "See the file.", html: null })

it.live("a mail server gets the files of a mail whole, with their names", () =>
  Effect.gen(function* () {
    const sink = yield* MailSink
    const send = yield* smtpMailer(Redacted.make(sink.url), "noreply@example.com")
    yield* send({ ...mailTo("with@example.com"), attachments: [attachment] })
    yield* send(mailTo("without@example.com"))
    const { email, text } = yield* sink.waitFor("with@example.com")
    expect(text.trim()).toBe("See the file.")
    expect(email.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      [attachment.name, "application/pdf"]
    ])
    expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer)).toEqual(Buffer.from(attachment.content))
    expect((yield* sink.waitFor("without@example.com")).email.attachments).toEqual([])
  }).pipe(Effect.provide(MailSink.layer), Effect.scoped)
)

const Demo = Layer.unwrap(Effect.map(temporaryFolder, (dataFolder) => testApp({ demo: true, dataFolder })))

layer(Demo, { excludeTestServices: true, timeout: "60 seconds" })("the demo's outbox", (it) => {
  it.effect("offers the files of a mail", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      yield* mailer.send({
        ...mailTo("a@example.com"),
        attachments: [attachment, { name: "<x>.html", type: "text/html", content: Buffer.from("<script>") }]
      })
      const { mails } = (yield* call("GET", "/dev/outbox.json")).body
      expect(Buffer.from(mails[0].attachments[0].base64, "base64")).toEqual(Buffer.from(attachment.content))
      const { body } = yield* call("GET", "/dev/outbox")
      expect(body).toContain('download="Müller &quot;1&quot;.pdf" href="data:application/pdf;base64,')
      expect(body).toContain('download="&lt;x&gt;.html" href="data:application/octet-stream;base64,')
      expect(body).not.toContain("data:text/html")
    })
  )
})
