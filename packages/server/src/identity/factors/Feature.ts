import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { PasskeyStore } from "./PasskeyStore.ts"
import { Passkeys } from "./Passkeys.ts"
import { Passwords } from "./Passwords.ts"
import { SecondFactorStore } from "./SecondFactorStore.ts"
import { SecondFactors } from "./SecondFactors.ts"

/** What people prove a sign-in with: passwords, passkeys, authenticators. */
export const factors = feature({
  stores: Layer.mergeAll(PasskeyStore.layer, SecondFactorStore.layer),
  services: Layer.mergeAll(Passkeys.layer, SecondFactors.layer).pipe(Layer.provideMerge(Passwords.layer))
})
