import { Layer } from "effect"
import { DeveloperFactors } from "../identity/developers/DeveloperFactors.ts"
import { DeveloperFactorStore } from "../identity/developers/DeveloperFactorStore.ts"
import { Passkeys } from "../identity/factors/Passkeys.ts"
import { PasskeyStore } from "../identity/factors/PasskeyStore.ts"
import { SecondFactors } from "../identity/factors/SecondFactors.ts"
import { SecondFactorStore } from "../identity/factors/SecondFactorStore.ts"

/** The tables of second factors. They ask for a database. */
export const FactorStores = Layer.mergeAll(DeveloperFactorStore.layer, PasskeyStore.layer, SecondFactorStore.layer)

/** What people prove a sign-in with beside a password or a mailed code. */
export const Factors = DeveloperFactors.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Passkeys.layer, SecondFactors.layer))
)
