import { type OrgLocked, TokenSpent } from "@fleet/domain/Errors"
import { Context, Effect, Layer, Option } from "effect"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import type { AuthorizationGrant } from "../../oauth/AuthorizationCodes.ts"
import { endedInteraction, type Interaction, type Method } from "../../oauth/Interaction.ts"
import { Interactions } from "../../oauth/Interactions.ts"
import { type Person, PersonStore } from "./PersonStore.ts"

/** What a sign-in proved of a person. */
export const grantOf = ({ id, token_version }: Person, method: Method): AuthorizationGrant => ({
  developerId: id,
  tokenVersion: token_version,
  method
})

/** The developers of interactions under way. */
export class InteractionPeople extends Context.Service<
  InteractionPeople,
  {
    /**
     * Who proved to be the interaction's person, refused where the org is locked to them. Whatever ended their sessions since
     * ends the interaction too.
     */
    readonly of: (interaction: Interaction) => Effect.Effect<Person, TokenSpent | OrgLocked>
  }
>()("@fleet/server/InteractionPeople") {
  static readonly layer = Layer.effect(
    InteractionPeople,
    Effect.gen(function* () {
      const interactions = yield* Interactions
      const people = yield* PersonStore
      return InteractionPeople.of({
        of: Effect.fn("InteractionPeople.of")(function* (interaction) {
          const { developer_id, token_version } = interaction
          const found = developer_id === null ? Option.none<Person>() : yield* people.find(developer_id)
          const person = Option.getOrUndefined(found)
          if (person !== undefined && person.token_version === token_version) {
            yield* refuseLocked(person.locked)
            return person
          }
          yield* interactions.change(interaction, endedInteraction)
          return yield* new TokenSpent()
        })
      })
    })
  )
}
