import { Effect, Redacted } from "effect"
import type { NodemailerError } from "nodemailer"
import type { Readable } from "node:stream"
import { MailRefused, type Message } from "./Message.ts"
import { oneLine } from "./oneLine.ts"

/** Maximum open connections to the mail server, and so of mails being sent at a time. */
export const smtpConnections = 5

const seconds = (count: number) => count * 1000

const domainOf = (from: string): string => /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? "localhost"

/** One address and nothing that a mail server could read as more, or as another. */
const isAddress = (to: string): boolean => /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(to)

/** RFC 2047: a subject that is written as an encoded one would be read as what it encodes, line ends and all. */
const inOwnWords = (subject: string): string => subject.replaceAll("=?", "= ?")

const notAnAddress = () => new MailRefused({ reason: "not an address", permanent: true, uncertain: false })

/** Steps at which an answer is about the mail. Before them it is about the service, and the operator's to mend. */
const aboutTheMail: ReadonlySet<string | undefined> = new Set(["RCPT TO", "DATA"])

const refusalOf = (error: unknown, begun: boolean): MailRefused => {
  const { code = "EUNKNOWN", command, message, responseCode } = error as NodemailerError
  const impossible = responseCode === undefined && (code === "EENVELOPE" || code === "EMESSAGE")
  return new MailRefused({
    reason: `${code} ${message}`.slice(0, 300),
    permanent: impossible || (responseCode !== undefined && responseCode >= 500 && aboutTheMail.has(command)),
    uncertain: responseCode === undefined && begun
  })
}

/** Sends over a few kept connections, which are closed with the scope. An interrupted mail is given up. */
export const smtpMailer = Effect.fnUntraced(function* (url: Redacted.Redacted, from: string) {
  const domain = domainOf(from)
  const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
  const transport = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createTransport({
        url: Redacted.value(url),
        pool: true,
        maxConnections: smtpConnections,
        // Only a mail of which nothing has left goes to another connection: kept ones may be gone when they are used.
        maxRequeues: 1,
        dnsTimeout: seconds(5),
        connectionTimeout: seconds(5),
        greetingTimeout: seconds(5),
        socketTimeout: seconds(15),
        disableFileAccess: true,
        disableUrlAccess: true
      })
    ),
    (transport) => Effect.sync(() => transport.close())
  )
  // The mail server may have accepted a mail once it was sent some of it, which an error does not tell.
  const streams = new Map<string, Readable>()
  transport.use("stream", ({ message }, done) => {
    const create = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const stream = create(options)
      streams.set(message.messageId(), stream)
      return stream
    }
    done()
  })
  const send = ({ attachments = [], html, id, subject, text, to }: Message): Effect.Effect<void, MailRefused> => {
    const messageId = `<${id}@${domain}>`
    return Effect.tryPromise({
      try: (signal) =>
        transport.sendMail({
          from,
          to: { name: "", address: to },
          subject: inOwnWords(oneLine(subject)),
          text,
          ...(html === null ? {} : { html }),
          attachments: attachments.map(({ content, name, type }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(content)
          })),
          messageId,
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal
        }),
      catch: (error) => refusalOf(error, streams.get(messageId)?.readableDidRead === true)
    }).pipe(Effect.asVoid, Effect.ensuring(Effect.sync(() => streams.delete(messageId))))
  }
  return (message: Message) => (isAddress(message.to) ? send(message) : Effect.fail(notAnAddress()))
})
