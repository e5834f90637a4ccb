import type { Developer } from "@fleet/domain/Caller"
import { InvalidCredentials, NotFound, type ValidationError } from "@fleet/domain/Errors"
import type { DeveloperId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { Settings } from "../../platform/settings/Settings.ts"
import { algorithms, loadWebAuthn, type RelyingParty, verifyAssertion, verifyRegistration } from "./PasskeyCeremony.ts"
import { type Ceremony, type PasskeyRow, PasskeyStore } from "./PasskeyStore.ts"

/** A passkey as its owner sees it. `synced`: whether the authenticator backs it up; null where that is unknown. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly created_at: DateTime.Utc
  readonly last_used_at: DateTime.Utc | null
  readonly synced: boolean | null
}

/** Who registers a passkey: a signed-in developer, or one who enrols before any session exists. */
export type Registrant = Pick<Developer, "id" | "email" | "displayName">

/** What a factor is made for, as passkeys' keepers and authenticator apps show it. */
export const rpName = "Robot Fleet Cloud"

const challengeLifetime = Duration.minutes(5)

const shown = ({ created_at, id, last_used_at, name, synced }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at,
  last_used_at,
  synced
})

/** The user handle: the 16 bytes of the developer's id. */
const userHandle = (id: DeveloperId) => Uint8Array.from(Buffer.from(id.replaceAll("-", ""), "hex"))

/** As JSON, without undefined keys. */
const asJson = (options: object): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(options))

/** Developers' passkeys: discoverable, with user verification. Audits nothing: callers do. */
export class Passkeys extends Context.Service<
  Passkeys,
  {
    readonly list: (id: DeveloperId) => Effect.Effect<ReadonlyArray<Passkey>>
    /** WebAuthn's JSON form of creation options. */
    readonly registrationOptions: (registrant: Registrant) => Effect.Effect<Readonly<Record<string, unknown>>>
    /**
     * `validation_error` naming `credential` when the ceremony does not verify. The challenge is spent either way: a
     * transaction around this must not be rolled back by the refusal.
     */
    readonly register: (
      registrant: Registrant,
      passkey: { readonly name: string; readonly credential: unknown }
    ) => Effect.Effect<Passkey, ValidationError>
    /** Another person's passkey is not found. */
    readonly rename: (id: DeveloperId, passkey: string, name: string) => Effect.Effect<Passkey, NotFound>
    readonly remove: (id: DeveloperId, passkey: string) => Effect.Effect<void, NotFound>
    readonly removeAll: (id: DeveloperId) => Effect.Effect<void>
    /** WebAuthn's JSON form of request options, for one sign-in under way. */
    readonly signInOptions: (interaction: string) => Effect.Effect<Readonly<Record<string, unknown>>>
    /**
     * Whose passkey it is. The challenge is spent either way: a transaction around this must not be rolled back by the
     * refusal.
     */
    readonly signIn: (interaction: string, credential: unknown) => Effect.Effect<DeveloperId, InvalidCredentials>
  }
>()("@fleet/server/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.gen(function* () {
      const store = yield* PasskeyStore
      const { consoleOrigin, passkeyDomain: rpID, portalUrl } = yield* Settings
      const party: RelyingParty = { rpID, origins: [consoleOrigin, new URL(portalUrl).origin] }
      const timeout = Duration.toMillis(challengeLifetime)

      const challenged = Effect.fnUntraced(function* (ceremony: Ceremony, options: { readonly challenge: string }) {
        const now = yield* DateTime.now
        yield* store.challenge(ceremony, {
          challenge: options.challenge,
          now: DateTime.toDateUtc(now),
          expires_at: DateTime.toDateUtc(DateTime.addDuration(now, challengeLifetime))
        })
        return asJson(options)
      })

      /** Taken before anything is verified, so that it is good for one try. */
      const take = Effect.fnUntraced(function* (ceremony: Ceremony) {
        const taken = yield* store.takeChallenge(ceremony)
        const now = yield* DateTime.now
        return Option.map(
          Option.filter(taken, ({ expires_at }) => DateTime.isLessThan(now, expires_at)),
          ({ challenge }) => challenge
        )
      })

      const registered = Effect.fnUntraced(function* (
        { id }: Registrant,
        { credential, name }: { readonly name: string; readonly credential: unknown }
      ) {
        const challenge = yield* Effect.fromOption(yield* take({ owner: id, purpose: "register" }))
        const verified = yield* verifyRegistration(party, challenge, credential)
        const created_at = DateTime.toDateUtc(yield* DateTime.now)
        const row = yield* store.insert({ developer_id: id, name, created_at, ...verified })
        return shown(yield* Effect.fromOption(row))
      })

      const signedIn = Effect.fnUntraced(function* (interaction: string, credential: unknown) {
        const challenge = yield* Effect.fromOption(yield* take({ owner: interaction, purpose: "sign_in" }))
        const { counter, passkey, synced } = yield* verifyAssertion(party, challenge, credential, (credentialId) =>
          Effect.map(store.find(credentialId), (row) =>
            Option.map(row, (passkey) => ({ ...passkey, userHandle: userHandle(passkey.developer_id) }))
          )
        )
        const at = DateTime.toDateUtc(yield* DateTime.now)
        const used = yield* store.used(passkey.id, { at, counter, synced })
        return yield* used ? Effect.succeed(passkey.developer_id) : Effect.fail("counter" as const)
      })

      return Passkeys.of({
        list: Effect.fn("Passkeys.list")(function* (id) {
          return (yield* store.list(id)).map(shown)
        }),
        registrationOptions: Effect.fn("Passkeys.registrationOptions")(function* ({ displayName, email, id }) {
          const existing = yield* store.list(id)
          const { generateRegistrationOptions } = yield* Effect.promise(loadWebAuthn)
          const options = yield* Effect.promise(() =>
            generateRegistrationOptions({
              rpName,
              rpID,
              userID: userHandle(id),
              userName: email,
              userDisplayName: displayName ?? email,
              timeout,
              attestationType: "none",
              excludeCredentials: existing.map(({ credential_id, transports }) => ({
                id: credential_id,
                transports: [...transports]
              })),
              authenticatorSelection: { residentKey: "required", userVerification: "required" },
              supportedAlgorithmIDs: [...algorithms]
            })
          )
          return yield* challenged({ owner: id, purpose: "register" }, options)
        }),
        register: Effect.fn("Passkeys.register")(function* (registrant, passkey) {
          return yield* Effect.mapError(registered(registrant, passkey), () =>
            refusalOf({ field: "credential", rule: Rule.invalidValue })
          )
        }),
        rename: Effect.fn("Passkeys.rename")(function* (id, passkey, name) {
          const row = yield* store.rename(id, passkey, name)
          return shown(yield* Effect.mapError(Effect.fromOption(row), () => new NotFound()))
        }),
        remove: Effect.fn("Passkeys.remove")(function* (id, passkey) {
          if (!(yield* store.remove(id, passkey))) return yield* new NotFound()
        }),
        removeAll: (id) => store.removeAll(id),
        signInOptions: Effect.fn("Passkeys.signInOptions")(function* (interaction) {
          const { generateAuthenticationOptions } = yield* Effect.promise(loadWebAuthn)
          const options = yield* Effect.promise(() =>
            generateAuthenticationOptions({ rpID, timeout, userVerification: "required" })
          )
          return yield* challenged({ owner: interaction, purpose: "sign_in" }, options)
        }),
        signIn: Effect.fn("Passkeys.signIn")(function* (interaction, credential) {
          return yield* Effect.mapError(signedIn(interaction, credential), () => new InvalidCredentials())
        })
      })
    })
  )
}
