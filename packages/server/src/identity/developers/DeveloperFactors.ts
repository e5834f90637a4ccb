import {
  type InvalidCode,
  NotFound,
  TargetStateConflict,
  TokenRevoked,
  type TokenSpent,
  type ValidationError
} from "@fleet/domain/Errors"
import type { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Context, type DateTime, Effect, Layer, Option } from "effect"
import { type AuditEntry, AuditLog } from "../../audit/AuditLog.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { DeveloperFactorStore } from "./DeveloperFactorStore.ts"
import { type Passkey, Passkeys, type Registrant, rpName } from "../factors/Passkeys.ts"
import type { Holder } from "../factors/Holder.ts"
import { SecondFactors } from "../factors/SecondFactors.ts"

/** A developer who enrols a factor: signed in, or during a sign-in in the portal. */
export interface Enrolling extends Registrant {
  readonly orgId: OrgId
  /** As it was at the sign-in: once it was raised, that sign-in changes no factor. */
  readonly tokenVersion: number
}

/** What a sign-in asks of a developer. */
interface Need {
  readonly authenticator: boolean
  readonly passkeys: number
  /** Whether the org requires a factor. */
  readonly required: boolean
}

type RecoveryCodes = ReadonlyArray<string> | null

const holderOf = (id: DeveloperId): Holder => ({ kind: "developer", id })

const conflict = (rule: string) => new TargetStateConflict({ details: { field: "two_factor", rule } })

/**
 * The second factors of developers with their rules and audit events, for REST and the portal. A developer who was
 * removed or signed out by an Owner's reset changes none.
 */
export class DeveloperFactors extends Context.Service<
  DeveloperFactors,
  {
    readonly view: (id: DeveloperId) => Effect.Effect<{
      readonly passkeys: ReadonlyArray<Passkey>
      readonly authenticator: { readonly created_at: DateTime.Utc } | null
      readonly recovery_codes_left: number
      readonly required_by_org: boolean
    }>
    /** Which confirmed factors there are, and whether the org requires one. */
    readonly need: (id: DeveloperId) => Effect.Effect<Need>
    /** The same, with the developer locked until the transaction ends. */
    readonly lockForUpdate: (developer: Enrolling) => Effect.Effect<Need, TokenRevoked>
    readonly passkeyOptions: (developer: Enrolling) => Effect.Effect<Readonly<Record<string, unknown>>>
    /** Recovery codes come with the first factor, else null. The challenge stays spent when it refuses. */
    readonly addPasskey: (
      developer: Enrolling,
      passkey: { readonly name: string; readonly credential: unknown }
    ) => Effect.Effect<
      { readonly passkey: Passkey; readonly recovery_codes: RecoveryCodes },
      ValidationError | TokenRevoked
    >
    readonly renamePasskey: (id: DeveloperId, passkey: string, name: string) => Effect.Effect<Passkey, NotFound>
    readonly removePasskey: (
      developer: Enrolling,
      passkey: string
    ) => Effect.Effect<void, NotFound | TargetStateConflict | TokenRevoked>
    /** `secret` is one that was begun with before. */
    readonly totpSetup: (
      developer: Enrolling,
      secret?: string
    ) => Effect.Effect<{ readonly secret: string; readonly otpauth_url: string }, TokenRevoked>
    /** Recovery codes where there are none left, else null. */
    readonly totpConfirm: (
      developer: Enrolling,
      code: string
    ) => Effect.Effect<{ readonly recovery_codes: RecoveryCodes }, InvalidCode | TokenSpent | TokenRevoked>
    readonly removeTotp: (developer: Enrolling) => Effect.Effect<void, NotFound | TargetStateConflict | TokenRevoked>
    readonly newRecoveryCodes: (
      developer: Enrolling
    ) => Effect.Effect<ReadonlyArray<string>, TargetStateConflict | TokenRevoked>
    /** Removes every factor of a member, for an Owner's reset; the caller records the actor. */
    readonly forget: (id: DeveloperId) => Effect.Effect<void>
  }
>()("@fleet/server/DeveloperFactors") {
  static readonly layer = Layer.effect(
    DeveloperFactors,
    Effect.gen(function* () {
      const store = yield* DeveloperFactorStore
      const passkeys = yield* Passkeys
      const factors = yield* SecondFactors
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const current = Effect.fnUntraced(function* (id: DeveloperId) {
        const { confirmedAt, recoveryCodesLeft } = yield* factors.status(holderOf(id))
        return { passkeys: yield* passkeys.list(id), confirmedAt, recoveryCodesLeft }
      })

      /** The factors as they are, with the developer's row locked so that concurrent changes are serialised. */
      const lockForUpdate = Effect.fnUntraced(function* ({ id, tokenVersion }: Enrolling) {
        if (!Option.contains(yield* store.lockForUpdate(id), tokenVersion)) return yield* new TokenRevoked()
        return { ...(yield* current(id)), required: yield* store.isRequired(id) }
      })

      const count = ({ confirmedAt, passkeys }: Effect.Success<ReturnType<typeof current>>) =>
        passkeys.length + (confirmedAt === null ? 0 : 1)

      const needOf = ({
        confirmedAt,
        passkeys,
        required
      }: Effect.Success<ReturnType<typeof current>> & Pick<Need, "required">): Need => ({
        authenticator: confirmedAt !== null,
        passkeys: passkeys.length,
        required
      })

      const record = ({ email, id, orgId }: Enrolling, entry: Pick<AuditEntry, "action" | "details">) => {
        const self = { kind: "developer", id, label: email } as const
        return audit.record({ orgId, actor: self, target: self, ...entry })
      }

      /** Takes a factor away, unless it is the last and the org requires one. The last takes the recovery codes along. */
      const remove = Effect.fnUntraced(function* <E>(
        developer: Enrolling,
        kind: "passkey" | "authenticator",
        has: (id: Effect.Success<ReturnType<typeof current>>) => boolean,
        removed: Effect.Effect<void, E>
      ) {
        const now = yield* lockForUpdate(developer)
        if (!has(now)) return yield* new NotFound()
        const last = count(now) === 1
        if (last && now.required) return yield* conflict("required_by_org")
        yield* removed
        if (last) yield* factors.voidRecoveryCodes(holderOf(developer.id))
        yield* record(developer, { action: "developer.two_factor_removed", details: { kind } })
      }, transaction.run)

      return DeveloperFactors.of({
        view: Effect.fn("DeveloperFactors.view")(function* (id) {
          const { confirmedAt, passkeys, recoveryCodesLeft } = yield* current(id)
          return {
            passkeys,
            authenticator: confirmedAt === null ? null : { created_at: confirmedAt },
            recovery_codes_left: recoveryCodesLeft,
            required_by_org: yield* store.isRequired(id)
          }
        }),
        need: Effect.fn("DeveloperFactors.need")(function* (id) {
          return needOf({ ...(yield* current(id)), required: yield* store.isRequired(id) })
        }),
        lockForUpdate: Effect.fn("DeveloperFactors.lockForUpdate")(function* (developer) {
          return needOf(yield* lockForUpdate(developer))
        }),
        passkeyOptions: passkeys.registrationOptions,
        addPasskey: Effect.fn("DeveloperFactors.addPasskey")(function* (developer, passkey) {
          const first = count(yield* lockForUpdate(developer)) === 0
          const registered = yield* passkeys.register(developer, passkey)
          yield* record(developer, { action: "developer.two_factor_added", details: { kind: "passkey" } })
          return {
            passkey: registered,
            recovery_codes: first ? yield* factors.issueRecoveryCodes(holderOf(developer.id)) : null
          }
        }, transaction.keep),
        renamePasskey: passkeys.rename,
        removePasskey: Effect.fn("DeveloperFactors.removePasskey")(function* (developer, id) {
          const isOne = ({ passkeys }: { readonly passkeys: ReadonlyArray<Passkey> }) =>
            passkeys.some((passkey) => passkey.id === id)
          yield* remove(developer, "passkey", isOne, passkeys.remove(developer.id, id))
        }),
        totpSetup: Effect.fn("DeveloperFactors.totpSetup")(function* (developer, secret) {
          yield* lockForUpdate(developer)
          return yield* factors.begin(holderOf(developer.id), { issuer: rpName, account: developer.email }, secret)
        }, transaction.run),
        totpConfirm: Effect.fn("DeveloperFactors.totpConfirm")(function* (developer, code) {
          const holder = holderOf(developer.id)
          const { recoveryCodesLeft } = yield* lockForUpdate(developer)
          yield* factors.confirm(holder, code)
          yield* record(developer, { action: "developer.two_factor_added", details: { kind: "authenticator" } })
          return { recovery_codes: recoveryCodesLeft === 0 ? yield* factors.issueRecoveryCodes(holder) : null }
        }, transaction.keep),
        removeTotp: Effect.fn("DeveloperFactors.removeTotp")(function* (developer) {
          yield* remove(
            developer,
            "authenticator",
            ({ confirmedAt }) => confirmedAt !== null,
            factors.removeAuthenticator(holderOf(developer.id))
          )
        }),
        newRecoveryCodes: Effect.fn("DeveloperFactors.newRecoveryCodes")(function* (developer) {
          if (count(yield* lockForUpdate(developer)) === 0) return yield* conflict("off")
          const codes = yield* factors.issueRecoveryCodes(holderOf(developer.id))
          yield* record(developer, { action: "developer.recovery_codes_generated" })
          return codes
        }, transaction.run),
        forget: Effect.fn("DeveloperFactors.forget")(function* (id) {
          yield* store.lockForUpdate(id)
          yield* passkeys.removeAll(id)
          yield* factors.removeAuthenticator(holderOf(id))
          yield* factors.voidRecoveryCodes(holderOf(id))
        }, transaction.run)
      })
    })
  )
}
