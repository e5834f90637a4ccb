import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../platform/settings/Settings.ts"
import { KeptMails } from "./KeptMails.ts"
import { MailRefused, type Message } from "./Message.ts"
import { smtpMailer } from "./smtpMailer.ts"

/** Hands mails to the mail server; without one, the demo keeps them in a folder. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** Whether a mail server, or the demo's folder, takes mails. */
    readonly configured: boolean
    /** Succeeds when the mail server accepted the mail, which does not prove that it arrives. */
    readonly send: (message: Message) => Effect.Effect<void, MailRefused>
  }
>()("@fleet/server/Mailer") {
  static readonly layer = Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const { demo, mailFrom, mailUrl } = yield* Settings
      const kept = yield* KeptMails
      if (Option.isSome(mailUrl))
        return Mailer.of({ configured: true, send: yield* smtpMailer(mailUrl.value, mailFrom) })
      if (demo) return Mailer.of({ configured: true, send: kept.keep })
      return Mailer.of({
        configured: false,
        send: () => Effect.fail(new MailRefused({ reason: "not_configured", permanent: true, uncertain: false }))
      })
    })
  )
}
