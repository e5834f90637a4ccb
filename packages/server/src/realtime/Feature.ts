import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { Fanout } from "./Fanout.ts"
import { HealthEvents } from "./HealthEvents.ts"
import { OrgActivity } from "./OrgActivity.ts"
import { Presence } from "./Presence.ts"
import { RealtimeCommands } from "./RealtimeCommands.ts"
import { RealtimeGateway } from "./RealtimeGateway.ts"
import { RealtimeHost } from "./RealtimeHost.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** Sockets of apps and consoles. */
export const realtime = feature({
  services: RealtimeHost.layer.pipe(
    Layer.provide(Layer.mergeAll(RealtimeCommands.layer, Subscriptions.layer)),
    Layer.provide(Layer.mergeAll(Fanout.layer, HealthEvents.layer, OrgActivity.layer, Presence.layer))
  ),
  sockets: RealtimeGateway
})
