import type { TwoFactorChallenge } from "@fleet/domain/ClientAuth"
import type { OrgLocked } from "@fleet/domain/Errors"
import type { AppId, AppUserId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { rememberApp } from "../../../platform/http/RequestCaller.ts"
import { hashSecret, mintSecret } from "../../../platform/crypto/Secrets.ts"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { Sealing } from "../../../platform/crypto/Sealing.ts"
import type { SignInMethod } from "./SignInMethod.ts"
import { ChallengeStore } from "./ChallengeStore.ts"
import type { AuthenticatedAppUser } from "../accounts/AccountStore.ts"

const lifetime = { minutes: 5 }
const attempts = 5

/** A sign-in that waits for its second factor. */
export interface Challenged {
  readonly user: AuthenticatedAppUser
  readonly status: TwoFactorChallenge["status"]
  readonly method: SignInMethod
  /** Wrong codes that are still allowed. */
  readonly attemptsLeft: number
  /** The key that its set-up showed; null before. */
  readonly key: string | null
}

/** A challenge for a page, dead or alive. */
export interface Shown {
  readonly userId: AppUserId
  readonly appId: AppId
  readonly appName: string
  /** Whose sign-in it is. The challenge was given only after the first factor. */
  readonly email: string
  readonly status: TwoFactorChallenge["status"]
  readonly living: boolean
  readonly key: string | null
}

/** Sign-ins that wait for a second factor: 5 minutes and five wrong codes each. */
export class Challenges extends Context.Service<
  Challenges,
  {
    readonly open: (
      user: AuthenticatedAppUser,
      status: TwoFactorChallenge["status"],
      method: SignInMethod
    ) => Effect.Effect<TwoFactorChallenge>
    /**
     * The living challenge; none when it is dead or its person may not sign in. In a locked org it is refused before a code
     * is checked, so that nothing is spent. The person's row stays locked until the transaction ends, which serialises all
     * challenges of that person.
     */
    readonly lockForUpdate: (challenge: string) => Effect.Effect<Option.Option<Challenged>, OrgLocked>
    /** The challenge as it is now, nothing locked: for pages. */
    readonly look: (challenge: string) => Effect.Effect<Option.Option<Shown>>
    /** The person whose challenge it is, dead or not, and not locked: for counting calls. */
    readonly ownerOf: (challenge: string) => Effect.Effect<Option.Option<AppUserId>>
    /** Keeps the key of its set-up, to be the same and to be shown again. */
    readonly keepKey: (challenge: string, key: string) => Effect.Effect<void>
    /** Counts a wrong code and answers how many are left; at 0 the challenge is dead. */
    readonly wrong: (challenge: string) => Effect.Effect<number>
    readonly spend: (challenge: string) => Effect.Effect<void>
    /** Ends every sign-in of a person that waits: the proof it began with is good no more. Answers whether one did. */
    readonly endAll: (id: AppUserId) => Effect.Effect<boolean>
  }
>()("@fleet/server/Challenges") {
  static readonly layer = Layer.effect(
    Challenges,
    Effect.gen(function* () {
      const store = yield* ChallengeStore
      const sealing = yield* Sealing

      const contextOf = (hash: Uint8Array) => `set-up key ${Buffer.from(hash).toString("hex")}`
      /** Null where another FLEET_SECRET sealed it: the set-up begins anew. */
      const opened = (hash: Uint8Array, sealed: Uint8Array | null) =>
        sealed === null
          ? Effect.succeed(null)
          : Effect.map(Effect.option(sealing.open(sealed, contextOf(hash))), Option.getOrNull)
      const look = Effect.fn("Challenges.look")(function* (challenge: string) {
        const hash = hashSecret(challenge)
        const found = Option.getOrUndefined(yield* store.look(hash, DateTime.toDateUtc(yield* DateTime.now)))
        if (found === undefined) return Option.none()
        const { app_id: appId, app_name: appName, email, living, setup_key, status, user_id: userId } = found
        return Option.some({ userId, appId, appName, email, living, status, key: yield* opened(hash, setup_key) })
      })

      return Challenges.of({
        open: Effect.fn("Challenges.open")(function* (user, status, method) {
          yield* rememberApp(user.appId)
          const challenge = mintSecret()
          yield* store.insert({
            hash: hashSecret(challenge),
            user_id: user.id,
            status,
            method,
            attempts_left: attempts,
            expires_at: DateTime.add(yield* DateTime.now, lifetime)
          })
          return { status, challenge }
        }),
        lockForUpdate: Effect.fn("Challenges.lockForUpdate")(function* (challenge) {
          const hash = hashSecret(challenge)
          const person = Option.getOrUndefined(yield* store.lockPersonForUpdate(hash))
          if (person === undefined) return Option.none()
          const living = yield* store.living(hash, DateTime.toDateUtc(yield* DateTime.now))
          if (Option.isNone(living)) return Option.none()
          yield* refuseLocked(person.locked)
          const { attempts_left: attemptsLeft, method, setup_key, status } = living.value
          const user = { id: person.id, orgId: person.org_id, appId: person.app_id, email: person.email }
          return Option.some({ user, status, method, attemptsLeft, key: yield* opened(hash, setup_key) })
        }),
        look,
        ownerOf: Effect.fn("Challenges.ownerOf")(function* (challenge) {
          const shown = yield* look(challenge)
          if (Option.isSome(shown)) yield* rememberApp(shown.value.appId)
          return Option.map(shown, ({ userId }) => userId)
        }),
        keepKey: Effect.fn("Challenges.keepKey")((challenge, key) => {
          const hash = hashSecret(challenge)
          return store.keepKey(hash, sealing.seal(key, contextOf(hash)))
        }),
        wrong: Effect.fn("Challenges.wrong")((challenge) => store.wrong(hashSecret(challenge))),
        spend: Effect.fn("Challenges.spend")((challenge) => store.kill(hashSecret(challenge))),
        endAll: Effect.fn("Challenges.endAll")(store.killAll)
      })
    })
  )
}
