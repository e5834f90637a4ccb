import { InvalidCode, TokenSpent } from "@fleet/domain/Errors"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Sealing } from "../../platform/crypto/Sealing.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import type { Holder } from "./Holder.ts"
import { mintRecoveryCodes, readRecoveryCode } from "./RecoveryCodes.ts"
import { SecondFactorStore } from "./SecondFactorStore.ts"
import { mintTotpSecret, otpauthUrl, stepOf } from "./Totp.ts"

/** One of the two, never both. */
export interface Proof {
  readonly code?: string
  readonly recovery_code?: string
}

/** Authenticator apps (TOTP) and recovery codes, for developers and app users alike. Audits nothing: callers do. */
export class SecondFactors extends Context.Service<
  SecondFactors,
  {
    readonly status: (holder: Holder) => Effect.Effect<{
      /** When the authenticator was confirmed; null without one. */
      readonly confirmedAt: DateTime.Utc | null
      readonly recoveryCodesLeft: number
    }>
    /** A fresh secret or the given one, pending until confirmed; a confirmed authenticator stays until then. */
    readonly begin: (
      holder: Holder,
      names: { readonly issuer: string; readonly account: string },
      secret?: string
    ) => Effect.Effect<{ readonly secret: string; readonly otpauth_url: string }>
    /** Makes the pending secret the authenticator. `token_spent` without a pending one that this server's key opens. */
    readonly confirm: (holder: Holder, code: string) => Effect.Effect<void, InvalidCode | TokenSpent>
    /** Whether the proof is right; a time step and a recovery code are each good once, over all processes. */
    readonly check: (holder: Holder, proof: Proof) => Effect.Effect<boolean>
    /** Deletes the authenticator, a pending one included. */
    readonly removeAuthenticator: (holder: Holder) => Effect.Effect<void>
    /** Ten fresh codes, given out this once; the older ones are void. */
    readonly issueRecoveryCodes: (holder: Holder) => Effect.Effect<ReadonlyArray<string>>
    readonly voidRecoveryCodes: (holder: Holder) => Effect.Effect<void>
  }
>()("@fleet/server/SecondFactors") {
  static readonly layer = Layer.effect(
    SecondFactors,
    Effect.gen(function* () {
      const store = yield* SecondFactorStore
      const sealing = yield* Sealing
      const transaction = yield* Transaction

      // Bound to the holder, so that a row is worth nothing under another person's id.
      const authenticatorOf = ({ id, kind }: Holder) => `authenticator ${kind} ${id}`
      const codesOf = ({ id, kind }: Holder) => `recovery_code ${kind} ${id}`

      const takeCode = Effect.fnUntraced(function* (holder: Holder, code: string) {
        for (const mac of sealing.macs(readRecoveryCode(code), codesOf(holder))) {
          if (yield* store.takeCode(holder, mac)) return true
        }
        return false
      })

      /** The step a code is right for under a secret. */
      const rightStep = (secret: string, code: string) =>
        Effect.map(DateTime.now, ({ epochMilliseconds }) => stepOf(secret, code, epochMilliseconds))

      /** Null where another FLEET_SECRET sealed it: no code is right then, and a warning is logged. */
      const opened = (holder: Holder, sealed: Uint8Array) =>
        Effect.catchTag(sealing.open(sealed, authenticatorOf(holder)), "NotSealedHere", () =>
          Effect.as(
            Effect.logWarning("an authenticator cannot be opened: it was sealed with another FLEET_SECRET", {
              holder: `${holder.kind}:${holder.id}`
            }),
            null
          )
        )

      const checkCode = Effect.fnUntraced(function* (holder: Holder, code: string) {
        const sealed = Option.getOrUndefined(yield* store.find(holder))?.secret ?? null
        const secret = sealed && (yield* opened(holder, sealed))
        if (sealed === null || secret === null) return false
        const step = yield* rightStep(secret, code)
        return step !== null && (yield* store.takeStep(holder, sealed, step))
      })

      return SecondFactors.of({
        status: Effect.fn("SecondFactors.status")(function* (holder) {
          const { confirmed_at, recovery_codes } = yield* store.status(holder)
          return { confirmedAt: confirmed_at, recoveryCodesLeft: recovery_codes }
        }),
        begin: Effect.fn("SecondFactors.begin")(function* (holder, names, secret = mintTotpSecret()) {
          yield* store.putPending(holder, sealing.seal(secret, authenticatorOf(holder)))
          return { secret, otpauth_url: otpauthUrl(secret, names) }
        }),
        confirm: Effect.fn("SecondFactors.confirm")(function* (holder, code) {
          const sealed = Option.getOrUndefined(yield* store.find(holder))?.pending_secret ?? null
          const secret = sealed && (yield* opened(holder, sealed))
          if (sealed === null || secret === null) return yield* new TokenSpent()
          const step = yield* rightStep(secret, code)
          if (step === null) return yield* new InvalidCode({})
          const now = DateTime.toDateUtc(yield* DateTime.now)
          if (!(yield* store.promote(holder, sealed, { step, now }))) return yield* new TokenSpent()
        }),
        check: Effect.fn("SecondFactors.check")(function* (holder, { code, recovery_code }) {
          if (code !== undefined) return yield* checkCode(holder, code)
          return recovery_code !== undefined && (yield* takeCode(holder, recovery_code))
        }),
        removeAuthenticator: Effect.fn("SecondFactors.removeAuthenticator")(store.remove),
        issueRecoveryCodes: Effect.fn("SecondFactors.issueRecoveryCodes")(function* (holder) {
          const codes = mintRecoveryCodes()
          const macs = codes.map((code) => sealing.mac(readRecoveryCode(code), codesOf(holder)))
          yield* store.replaceCodes(holder, macs)
          return codes
        }, transaction.run),
        voidRecoveryCodes: Effect.fn("SecondFactors.voidRecoveryCodes")(
          (holder) => store.replaceCodes(holder, []),
          transaction.run
        )
      })
    })
  )
}
