import { Context, Effect, Layer, Option, Redacted } from "effect"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { testApp } from "./TestApp.ts"

/** A mail that a mail server took. */
export interface TakenMail {
  /** The recipient of the envelope. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** The first http(s) address of the text; empty where it has none. */
  readonly link: string
  /** The first six digits that stand alone in the text; empty where there are none. */
  readonly code: string
  readonly email: Email
}

const deadlineMs = 60_000

const readMail = async (to: string, raw: Buffer): Promise<TakenMail> => {
  const email = await PostalMime.parse(raw)
  const text = email.text ?? ""
  return {
    to,
    subject: email.subject ?? "",
    text,
    html: email.html ?? null,
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? "",
    code: /(?<!\S)[0-9]{6}(?!\S)/.exec(text)?.[0] ?? "",
    email
  }
}

/** A real mail server in this process, which keeps what it is sent. */
export class MailSink extends Context.Service<
  MailSink,
  {
    /** For `MAIL_URL`. */
    readonly url: string
    /** Every mail so far, oldest first. */
    readonly mails: ReadonlyArray<TakenMail>
    /** The first mail to an address that was not answered before, now or later. Real time, whichever clock the test has. */
    readonly waitFor: (to: string) => Effect.Effect<TakenMail>
    /** Answers RCPT TO of these addresses with the code. */
    readonly refuses: Map<string, number>
    /** Closes the port, and opens the same one again. */
    readonly stop: Effect.Effect<void>
    readonly start: Effect.Effect<void>
  }
>()("@fleet/test/MailSink") {
  static readonly layer = Layer.effect(
    MailSink,
    Effect.gen(function* () {
      const mails: Array<TakenMail> = []
      const answered = new Set<TakenMail>()
      const waiting = new Set<() => void>()
      const refuses = new Map<string, number>()

      const make = () =>
        new SMTPServer({
          disabledCommands: ["AUTH", "STARTTLS"],
          disableReverseLookup: true,
          closeTimeout: 100,
          onRcptTo: ({ address }, _session, done) => {
            const code = refuses.get(address)
            if (code === undefined) return done()
            done(Object.assign(new Error("Refused."), { responseCode: code }))
          },
          onData: (stream, session, done) => {
            const chunks: Array<Buffer> = []
            stream.on("data", (chunk: Buffer) => chunks.push(chunk))
            stream.on("end", () => {
              const [recipient] = session.envelope.rcptTo
              void readMail(recipient!.address, Buffer.concat(chunks)).then((mail) => {
                mails.push(mail)
                for (const check of waiting) check()
                done()
              })
            })
          }
        })

      let server: SMTPServer | null = null
      let port = 0
      const start = Effect.callback<void>((resume) => {
        const next = make()
        server = next
        next.on("error", () => undefined)
        next.listen(port, "127.0.0.1", () => {
          const address = next.server.address()
          port = address !== null && typeof address === "object" ? address.port : 0
          resume(Effect.void)
        })
      })
      const stop = Effect.callback<void>((resume) => {
        if (server === null) return resume(Effect.void)
        server.close(() => resume(Effect.void))
        server = null
      })
      yield* Effect.acquireRelease(start, () => stop)

      return MailSink.of({
        url: `smtp://127.0.0.1:${port}`,
        mails,
        refuses,
        start,
        stop,
        waitFor: (to) =>
          Effect.callback<TakenMail>((resume) => {
            const check = () => {
              const mail = mails.find((mail) => mail.to.toLowerCase() === to.toLowerCase() && !answered.has(mail))
              if (mail === undefined) return
              answered.add(mail)
              finish()
              resume(Effect.succeed(mail))
            }
            const timer = setTimeout(() => {
              finish()
              resume(Effect.die(new Error(`No mail came to ${to}; there are ${mails.map(({ to }) => to).join(", ")}.`)))
            }, deadlineMs)
            const finish = () => {
              clearTimeout(timer)
              waiting.delete(check)
            }
            waiting.add(check)
            check()
            return Effect.sync(finish)
          })
      })
    })
  )
}

/** The whole service with a mail server of its own, which tests read as `MailSink`. */
export const testAppWithMail = (settings: Parameters<typeof testApp>[0] = {}, log?: Layer.Layer<never>) =>
  Layer.unwrap(
    Effect.map(MailSink, ({ url }) =>
      testApp({ mailUrl: Option.some(Redacted.make(url)), ...settings }, undefined, log)
    )
  ).pipe(Layer.provideMerge(MailSink.layer))
