import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { AuthorizationCodes } from "./AuthorizationCodes.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { Interactions } from "./Interactions.ts"
import { InteractionStore } from "./InteractionStore.ts"
import { OAuthClients } from "./OAuthClients.ts"
import { OAuthSweep } from "./OAuthSweep.ts"

/** Sign-ins for clients: interactions, authorization codes, and the clients. */
export const oauth = feature({
  stores: Layer.mergeAll(AuthorizationCodeStore.layer, InteractionStore.layer),
  services: Interactions.layer.pipe(Layer.provideMerge(Layer.mergeAll(AuthorizationCodes.layer, OAuthClients.layer))),
  background: OAuthSweep
})
