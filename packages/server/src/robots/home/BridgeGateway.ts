import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Effect, Layer } from "effect"
import { Upgrades } from "../../platform/http/Upgrades.ts"
import { BridgeHost } from "./BridgeHost.ts"

/** GET /bridge. */
export const BridgeGateway = Layer.effectDiscard(
  Effect.gen(function* () {
    const upgrades = yield* Upgrades
    const host = yield* BridgeHost
    yield* upgrades.route("/bridge", {
      maxPayload: maxFrame,
      refuse: host.barred,
      onOpen: host.open
    })
    yield* Effect.addFinalizer(() => host.closeAll)
  })
)
