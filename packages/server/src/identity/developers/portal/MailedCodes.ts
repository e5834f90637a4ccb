import { InvalidCode, TokenSpent } from "@fleet/domain/Errors"
import type { DeveloperId } from "@fleet/domain/Ids"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { randomInt } from "node:crypto"
import { mintSecret } from "../../../platform/crypto/Secrets.ts"
import { Outbox } from "../../../mail/Outbox.ts"
import { Sealing } from "../../../platform/crypto/Sealing.ts"
import { type Key, MailedCodeStore } from "./MailedCodeStore.ts"

const lifetime = Duration.minutes(10)
const attempts = 5
/** A request this soon after the last sends no second mail; the code of the first stays good. */
const minInterval = Duration.seconds(60)

/** Who is mailed. Null sends nothing and costs the same. */
export interface Recipient {
  readonly email: string
  readonly displayName: string | null
  readonly developerId: DeveloperId | null
}

/** Addresses are compared without regard to case. */
export const keyOf = (email: string) => email.toLowerCase()

/** Six-digit codes by mail: one per address and purpose, shared by all browsers. */
export class MailedCodes extends Context.Service<
  MailedCodes,
  {
    readonly request: (key: Key, recipient: Recipient | null) => Effect.Effect<void>
    /** Spends a right code. A decoy, which is not mailed, is never right; its attempts are counted like any other's. */
    readonly verify: (
      key: Key,
      code: string
    ) => Effect.Effect<{ readonly developerId: DeveloperId | null }, InvalidCode | TokenSpent>
  }
>()("@fleet/server/MailedCodes") {
  static readonly layer = Layer.effect(
    MailedCodes,
    Effect.gen(function* () {
      const store = yield* MailedCodeStore
      const outbox = yield* Outbox
      const sealing = yield* Sealing
      const contextOf = ({ email, purpose }: Key) => `portal ${purpose} ${email}`

      return MailedCodes.of({
        request: Effect.fn("MailedCodes.request")(function* (key, recipient) {
          const code = String(randomInt(1_000_000)).padStart(6, "0")
          const now = yield* DateTime.now
          const expires = DateTime.addDuration(now, lifetime)
          const fresh = yield* store.put(
            {
              ...key,
              developer_id: recipient?.developerId ?? null,
              // A decoy has no code of six digits, so that no guess is right.
              code_mac: sealing.mac(recipient === null ? mintSecret() : code, contextOf(key)),
              attempts_left: attempts,
              created_at: now,
              expires_at: expires
            },
            DateTime.toDateUtc(DateTime.subtractDuration(now, minInterval))
          )
          if (!fresh) return
          yield* outbox.post({
            kind: "portal_code",
            to: recipient?.email ?? key.email,
            orgId: null,
            appId: null,
            displayName: recipient?.displayName ?? null,
            roleId: null,
            link: null,
            code,
            expiresAt: DateTime.toDateUtc(expires),
            send: recipient !== null
          })
        }),
        verify: Effect.fn("MailedCodes.verify")(function* (key, code) {
          const tried = Option.getOrUndefined(yield* store.attempt(key, DateTime.toDateUtc(yield* DateTime.now)))
          if (tried === undefined) return yield* new TokenSpent()
          if (!sealing.isMac(tried.code_mac, code, contextOf(key))) {
            return yield* new InvalidCode({ details: { attempts_left: tried.attempts_left } })
          }
          yield* store.delete(key)
          return { developerId: tried.developer_id }
        })
      })
    })
  )
}
