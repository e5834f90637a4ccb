import { InteractionExpired, type NotFound, type OrgLocked, TokenRevoked } from "@fleet/domain/Errors"
import type { McpScope } from "@fleet/domain/Mcp"
import { Uuid } from "@fleet/domain/Wire"
import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { hashSecret, mintSecret } from "../../../platform/crypto/Secrets.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { withParameters } from "../withParameters.ts"
import type { McpClient } from "./McpClients.ts"
import { McpCodeStore } from "./McpCodeStore.ts"
import { type McpEndpoint, McpEndpoints } from "./McpEndpoints.ts"
import { type Holder, McpGrants } from "./McpGrants.ts"
import type { McpInteraction } from "./McpInteraction.ts"
import { McpInteractionStore } from "./McpInteractionStore.ts"
import { type McpPerson, McpPersonStore, type Subject } from "./McpPersonStore.ts"
import { subjectColumns } from "./subjectColumns.ts"

/** How long a person may take to decide, and how long a code lives. */
const lifetime = Duration.minutes(10)
const codeLifetime = Duration.seconds(60)

/** What a client asked for: checked by the caller. */
export interface McpAuthorization {
  readonly redirectUri: string
  readonly state: string | null
  readonly codeChallenge: string
  readonly scopes: ReadonlyArray<McpScope>
}

/** Who decides, and for a developer the token version that the sign-in proved. */
export type Decider = Subject & { readonly tokenVersion?: number }

type Refusal = InteractionExpired | NotFound | TokenRevoked | OrgLocked

const isUuid = Schema.is(Schema.toType(Uuid))

/** The person of an account that may be used, for the trail. */
export const holderOf = (person: McpPerson): Holder => ({
  ...(person.kind === "app_user" ? { kind: person.kind, id: person.id } : { kind: person.kind, id: person.id }),
  orgId: person.org_id,
  appId: person.kind === "app_user" ? person.app_id : null,
  email: person.email
})

/** Clients that ask for a person's consent: for ten minutes, until somebody decides, once. */
export class McpInteractions extends Context.Service<
  McpInteractions,
  {
    readonly open: (
      endpoint: McpEndpoint,
      client: McpClient,
      asked: McpAuthorization
    ) => Effect.Effect<{ readonly id: string; readonly loginUrl: string }>
    /** One that waits for a decision, and its endpoint. */
    readonly look: (
      id: string
    ) => Effect.Effect<
      { readonly interaction: McpInteraction; readonly endpoint: McpEndpoint },
      InteractionExpired | NotFound
    >
    /** Stores the consent and answers where the browser goes, with a code. The account is read again. */
    readonly approve: (id: string, decider: Decider) => Effect.Effect<string, Refusal>
    readonly deny: (id: string, decider: Decider) => Effect.Effect<string, Refusal>
  }
>()("@fleet/server/McpInteractions") {
  static readonly layer = Layer.effect(
    McpInteractions,
    Effect.gen(function* () {
      const store = yield* McpInteractionStore
      const codes = yield* McpCodeStore
      const people = yield* McpPersonStore
      const endpoints = yield* McpEndpoints
      const grants = yield* McpGrants
      const transaction = yield* Transaction
      const { portalUrl } = yield* Settings

      const waiting = Effect.fnUntraced(function* (found: Option.Option<McpInteraction>) {
        const now = yield* DateTime.now
        const interaction = Option.getOrUndefined(found)
        if (interaction === undefined) return yield* new InteractionExpired()
        const endpoint = interaction.app_id === null ? endpoints.central : yield* endpoints.ofApp(interaction.app_id)
        if (interaction.decided_at !== null) return yield* new InteractionExpired()
        if (DateTime.isLessThanOrEqualTo(interaction.expires_at, now)) return yield* new InteractionExpired()
        return { interaction, endpoint }
      })

      /** One who may decide: an active user of the app, or a developer whose sessions were not ended meanwhile. */
      const proved = Effect.fnUntraced(function* (decider: Decider, endpoint: McpEndpoint) {
        const person = Option.getOrUndefined(yield* people.lockForShare(decider))
        if (person === undefined) return yield* new TokenRevoked()
        if (person.kind === "app_user") {
          if (!person.active) return yield* new TokenRevoked()
          if (person.app_id !== endpoint.app?.id) return yield* new InteractionExpired()
        } else {
          if (person.token_version !== decider.tokenVersion) return yield* new TokenRevoked()
          if (endpoint.app !== null) return yield* new InteractionExpired()
        }
        yield* refuseLocked(person.locked)
        return person
      })

      const answer = (
        { redirect_uri, state }: McpInteraction,
        endpoint: McpEndpoint,
        parameters: Readonly<Record<string, string>>
      ) => withParameters(redirect_uri, { ...parameters, ...(state === null ? {} : { state }), iss: endpoint.url })

      const decide = <A>(
        id: string,
        decider: Decider,
        work: (interaction: McpInteraction, endpoint: McpEndpoint, person: McpPerson) => Effect.Effect<A>
      ) =>
        transaction.run(
          Effect.gen(function* () {
            const { endpoint, interaction } = yield* waiting(
              isUuid(id.toLowerCase()) ? yield* store.lockForUpdate(id.toLowerCase()) : Option.none()
            )
            const person = yield* proved(decider, endpoint)
            yield* store.decide(interaction.id, DateTime.toDateUtc(yield* DateTime.now))
            return yield* work(interaction, endpoint, person)
          })
        )

      const issue = Effect.fnUntraced(function* (
        interaction: McpInteraction,
        endpoint: McpEndpoint,
        person: McpPerson
      ) {
        const code = mintSecret()
        yield* codes.insert({
          hash: hashSecret(code),
          ...subjectColumns(person),
          token_version: person.kind === "developer" ? person.token_version : 0,
          resource: endpoint.url,
          client_id: interaction.client_id,
          redirect_uri: interaction.redirect_uri,
          code_challenge: interaction.code_challenge,
          scopes: interaction.scopes,
          expires_at: DateTime.addDuration(yield* DateTime.now, codeLifetime)
        } as Parameters<typeof codes.insert>[0])
        return code
      })

      return McpInteractions.of({
        open: Effect.fn("McpInteractions.open")(function* ({ app }, client, asked) {
          const id = yield* store.insert({
            app_id: app?.id ?? null,
            client_id: client.id,
            client_name: client.name,
            redirect_uri: asked.redirectUri,
            state: asked.state,
            code_challenge: asked.codeChallenge,
            scopes: asked.scopes,
            expires_at: DateTime.addDuration(yield* DateTime.now, lifetime)
          })
          const template = app?.mcp_login_url ?? `${portalUrl}/app/${app?.identifier ?? ""}/mcp/{interaction}`
          return { id, loginUrl: template.replace("{interaction}", id) }
        }),
        look: Effect.fn("McpInteractions.look")(function* (id) {
          const key = id.toLowerCase()
          return yield* waiting(isUuid(key) ? yield* store.find(key) : Option.none())
        }),
        approve: Effect.fn("McpInteractions.approve")((id, decider) =>
          decide(
            id,
            decider,
            Effect.fnUntraced(function* (interaction, endpoint, person) {
              const client = { id: interaction.client_id, name: interaction.client_name }
              yield* grants.give(holderOf(person), client, interaction.scopes)
              return answer(interaction, endpoint, { code: yield* issue(interaction, endpoint, person) })
            })
          )
        ),
        deny: Effect.fn("McpInteractions.deny")((id, decider) =>
          decide(id, decider, (interaction, endpoint) =>
            Effect.succeed(answer(interaction, endpoint, { error: "access_denied" }))
          )
        )
      })
    })
  )
}
