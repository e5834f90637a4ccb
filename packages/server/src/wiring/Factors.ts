import { Layer } from "effect"
import { DeveloperFactors } from "../auth/DeveloperFactors.ts"
import { DeveloperFactorStore } from "../auth/DeveloperFactorStore.ts"
import { Passkeys } from "../auth/Passkeys.ts"
import { PasskeyStore } from "../auth/PasskeyStore.ts"
import { SecondFactors } from "../auth/SecondFactors.ts"
import { SecondFactorStore } from "../auth/SecondFactorStore.ts"

/** The tables of second factors. They ask for a database. */
export const FactorStores = Layer.mergeAll(DeveloperFactorStore.layer, PasskeyStore.layer, SecondFactorStore.layer)

/** What people prove a sign-in with beside a password or a mailed code. */
export const Factors = DeveloperFactors.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Passkeys.layer, SecondFactors.layer))
)
