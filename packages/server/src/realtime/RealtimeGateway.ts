import { maxClientFrame } from "@fleet/domain/realtime/CloseCodes"
import { Effect, Layer } from "effect"
import { Upgrades } from "../platform/http/Upgrades.ts"
import { Counters } from "../platform/telemetry/Counters.ts"
import { RealtimeHost } from "./RealtimeHost.ts"

/** GET /realtime. */
export const RealtimeGateway = Layer.effectDiscard(
  Effect.gen(function* () {
    const upgrades = yield* Upgrades
    const counters = yield* Counters
    const host = yield* RealtimeHost
    yield* upgrades.route("/realtime", {
      maxPayload: maxClientFrame,
      refuse: host.barred,
      isBusy: host.isBusy,
      onTurnedAway: () => void counters.upgrades_turned_away_total++,
      onOpen: host.open
    })
    yield* Effect.addFinalizer(() => host.closeAll)
  })
)
