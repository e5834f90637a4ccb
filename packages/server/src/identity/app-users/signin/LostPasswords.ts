import { Context, Effect, Layer } from "effect"
import { Outbox } from "../../../mail/Outbox.ts"
import { AccountStore, type Person } from "../accounts/AccountStore.ts"
import { MailedLinks } from "./MailedLinks.ts"

/** Passwords that were chosen before their address was proved, and are void since somebody else proved it first. */
export class LostPasswords extends Context.Service<
  LostPasswords,
  {
    /** Mails that the password chosen at registration is void, with a link to set a new one, where the app takes passwords. */
    readonly mail: (person: Person) => Effect.Effect<void>
  }
>()("@fleet/server/LostPasswords") {
  static readonly layer = Layer.effect(
    LostPasswords,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const links = yield* MailedLinks
      const outbox = yield* Outbox
      return LostPasswords.of({
        mail: Effect.fn("LostPasswords.mail")(function* (person) {
          const { app_id: appId, email, id, org_id: orgId } = person
          if (!(yield* accounts.password(id)).password_enabled) return
          const { identifier, reset_url: template } = yield* accounts.app(appId)
          const app = { orgId, appId, identifier, template }
          const mail = yield* links.issue({ kind: "reset", app, person, email })
          yield* outbox.post({ ...mail, kind: "password_lost" })
        })
      })
    })
  )
}
