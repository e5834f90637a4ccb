import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Effect, Layer } from "effect"
import { Upgrades } from "../../platform/http/Upgrades.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { BridgeHost } from "./BridgeHost.ts"

/** GET /bridge. */
export const BridgeGateway = Layer.effectDiscard(
  Effect.gen(function* () {
    const upgrades = yield* Upgrades
    const counters = yield* Counters
    const host = yield* BridgeHost
    yield* upgrades.route("/bridge", {
      maxPayload: maxFrame,
      refuse: host.barred,
      isBusy: host.isBusy,
      onTurnedAway: () => void counters.upgrades_turned_away_total++,
      onOpen: host.open
    })
    yield* Effect.addFinalizer(() => host.closeAll)
  })
)
