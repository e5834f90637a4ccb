import { type ApiError, type OrgLocked, TokenSpent, WrongBrowser } from "@fleet/domain/Errors"
import { Uuid } from "@fleet/domain/Wire"
import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { timingSafeEqual } from "node:crypto"
import { hashSecret, mintSecret } from "../../../platform/crypto/Secrets.ts"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { ConsoleCodeStore, type Method } from "./ConsoleCodeStore.ts"
import { type Change, InteractionStore, over, type Row, type Step } from "./InteractionStore.ts"
import { type Person, PersonStore } from "./PersonStore.ts"

/** How long a sign-in may take. */
export const lifetime = Duration.minutes(10)
const codeLifetime = Duration.seconds(60)

/** What a step comes with: the interaction it names, and the secret of the browser's cookie for it. */
export interface Browser {
  readonly interaction: string
  readonly secret: string | undefined
}

export type Interaction = Row

/** What the console asked for: checked by the caller. */
export interface Wanted {
  readonly redirect_uri: string
  readonly state: string
  readonly code_challenge: string
}

/** An address with parameters added to those it has. */
export const withParameters = (address: string, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  return url.href
}

const isUuid = Schema.is(Schema.toType(Uuid))

/**
 * Console sign-ins under way. Each belongs to one browser, moves forward only, and ends in ten minutes, after five wrong
 * second-factor codes, or with the authorization code it was begun for.
 */
export class Interactions extends Context.Service<
  Interactions,
  {
    /** `secret` is for the browser's cookie: fresh each time, and only its hash is kept. */
    readonly open: (wanted: Wanted) => Effect.Effect<{ readonly id: string; readonly secret: string }>
    /** As it is now, for a page or a rate limit. One that ended is spent. */
    readonly look: (browser: Browser) => Effect.Effect<Interaction, TokenSpent | WrongBrowser>
    /**
     * One step, alone on its interaction, allowed only from the named ones. What it writes is kept when it refuses: a
     * counted attempt must stay.
     */
    readonly step: <A, E extends ApiError, R>(
      browser: Browser,
      from: ReadonlyArray<Step>,
      work: (interaction: Interaction) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | TokenSpent | WrongBrowser, R>
    readonly change: (interaction: Interaction, change: Change) => Effect.Effect<void>
    /**
     * Who proved to be the interaction's person, refused where the org is locked to them. Whatever ended their sessions since
     * ends the interaction too.
     */
    readonly person: (interaction: Interaction) => Effect.Effect<Person, TokenSpent | OrgLocked>
    /** Ends it with an authorization code; answers where the browser goes. */
    readonly finish: (interaction: Interaction, person: Person, method: Method) => Effect.Effect<string>
  }
>()("@fleet/server/Interactions") {
  static readonly layer = Layer.effect(
    Interactions,
    Effect.gen(function* () {
      const store = yield* InteractionStore
      const codes = yield* ConsoleCodeStore
      const people = yield* PersonStore
      const transaction = yield* Transaction
      const { portalUrl } = yield* Settings

      const check = Effect.fnUntraced(function* (found: Option.Option<Row>, secret: string | undefined) {
        const row = yield* Effect.mapError(Effect.fromOption(found), () => new TokenSpent())
        if (secret === undefined || !timingSafeEqual(hashSecret(secret), row.cookie_hash)) {
          return yield* new WrongBrowser()
        }
        const now = yield* DateTime.now
        if (row.step === "ended" || DateTime.isLessThanOrEqualTo(row.expires_at, now)) return yield* new TokenSpent()
        return row
      })
      const none = Effect.succeed(Option.none<Row>())

      const step = <A, E extends ApiError, R>(
        { interaction: id, secret }: Browser,
        from: ReadonlyArray<Step>,
        work: (interaction: Interaction) => Effect.Effect<A, E, R>
      ) => {
        const stepped = Effect.gen(function* () {
          const interaction = yield* check(yield* isUuid(id) ? store.lock(id) : none, secret)
          if (!from.includes(interaction.step)) return yield* new TokenSpent()
          return yield* work(interaction)
        })
        return Effect.flatMap(transaction.run(Effect.result(stepped)), Effect.fromResult)
      }

      return Interactions.of({
        open: Effect.fn("Interactions.open")(function* (wanted) {
          const secret = mintSecret()
          const expires = DateTime.addDuration(yield* DateTime.now, lifetime)
          const id = yield* store.insert({ ...wanted, cookie_hash: hashSecret(secret), expires_at: expires })
          return { id, secret }
        }),
        look: Effect.fn("Interactions.look")(function* ({ interaction: id, secret }) {
          return yield* check(yield* isUuid(id) ? store.find(id) : none, secret)
        }),
        step,
        change: ({ id }, change) => store.change(id, change),
        person: Effect.fn("Interactions.person")(function* ({ developer_id, id, token_version }) {
          const found = developer_id === null ? Option.none<Person>() : yield* people.find(developer_id)
          const person = Option.getOrUndefined(found)
          if (person !== undefined && person.token_version === token_version) {
            yield* refuseLocked(person.locked)
            return person
          }
          yield* store.change(id, over)
          return yield* new TokenSpent()
        }),
        finish: Effect.fn("Interactions.finish")(function* (
          { code_challenge, id, redirect_uri, state },
          person,
          method
        ) {
          const code = mintSecret()
          yield* codes.insert({
            hash: hashSecret(code),
            developer_id: person.id,
            token_version: person.token_version,
            redirect_uri,
            code_challenge,
            method,
            expires_at: DateTime.addDuration(yield* DateTime.now, codeLifetime)
          })
          yield* store.change(id, over)
          return withParameters(redirect_uri, { code, state, iss: portalUrl })
        })
      })
    })
  )
}
