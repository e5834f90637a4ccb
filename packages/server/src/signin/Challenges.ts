import type { TwoFactorChallenge } from "@fleet/domain/ClientAuth"
import type { OrgLocked } from "@fleet/domain/Errors"
import type { AppId, AppUserId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { rememberApp } from "../auth/RequestCaller.ts"
import { hashSecret, mintSecret } from "../auth/Secrets.ts"
import { refuseLocked } from "../org/refuseLocked.ts"
import { regularly } from "../sweep.ts"
import type { Arrived, SignInMethod } from "./Arrivals.ts"
import { ChallengeStore } from "./ChallengeStore.ts"

const lifetime = { minutes: 5 }
const attempts = 5

/** A sign-in that waits for its second factor. */
export interface Challenged {
  readonly user: Arrived
  readonly status: TwoFactorChallenge["status"]
  readonly method: SignInMethod
  /** Wrong codes that are still allowed. */
  readonly attemptsLeft: number
}

/** Sign-ins that wait for a second factor: 5 minutes and five wrong codes each. */
export class Challenges extends Context.Service<
  Challenges,
  {
    readonly open: (
      user: Arrived,
      status: TwoFactorChallenge["status"],
      method: SignInMethod
    ) => Effect.Effect<TwoFactorChallenge>
    /**
     * The living challenge; none when it is dead or its person may not sign in. In a locked org it is refused before a code
     * is looked at, so that nothing is spent. The person stays locked until the transaction ends, and so do all challenges
     * of that person.
     */
    readonly find: (challenge: string) => Effect.Effect<Option.Option<Challenged>, OrgLocked>
    /** The app whose challenge it is, dead or not locked: for pages. */
    readonly appOf: (challenge: string) => Effect.Effect<Option.Option<AppId>>
    /** The person whose challenge it is, dead or not, and not locked: for counting calls. */
    readonly ownerOf: (challenge: string) => Effect.Effect<Option.Option<AppUserId>>
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

      const purge = Effect.flatMap(DateTime.now, (now) => store.purge(DateTime.toDateUtc(now)))
      yield* regularly("1 minute", "old challenges could not be deleted", purge)

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
        find: Effect.fn("Challenges.find")(function* (challenge) {
          const hash = hashSecret(challenge)
          const person = Option.getOrUndefined(yield* store.lockPerson(hash))
          if (person === undefined) return Option.none()
          const found = yield* store.living(hash, DateTime.toDateUtc(yield* DateTime.now))
          if (Option.isSome(found)) yield* refuseLocked(person.locked)
          return Option.map(found, ({ attempts_left, method, status }) => ({
            user: { id: person.id, orgId: person.org_id, appId: person.app_id, email: person.email },
            status,
            method,
            attemptsLeft: attempts_left
          }))
        }),
        appOf: Effect.fn("Challenges.appOf")(function* (challenge) {
          return Option.map(yield* store.ownerOf(hashSecret(challenge)), ({ app_id }) => app_id)
        }),
        ownerOf: Effect.fn("Challenges.ownerOf")(function* (challenge) {
          const owner = yield* store.ownerOf(hashSecret(challenge))
          if (Option.isSome(owner)) yield* rememberApp(owner.value.app_id)
          return Option.map(owner, ({ user_id }) => user_id)
        }),
        wrong: Effect.fn("Challenges.wrong")((challenge) => store.wrong(hashSecret(challenge))),
        spend: Effect.fn("Challenges.spend")((challenge) => store.kill(hashSecret(challenge))),
        endAll: Effect.fn("Challenges.endAll")(store.killAll)
      })
    })
  )
}
