import { maxMediaUnit, mediaHeaderBytes } from "@fleet/domain/media/MediaFrames"
import { MediaClose } from "@fleet/domain/media/MediaMessages"
import { Clock, Effect, Layer } from "effect"
import { Upgrades } from "../platform/http/Upgrades.ts"
import { sweep } from "../platform/schedule/sweep.ts"
import { Counters } from "../platform/telemetry/Counters.ts"
import { MediaHub } from "./MediaHub.ts"
import { MediaSocket } from "./MediaSocket.ts"

/** GET /media. */
export const MediaGateway = Layer.effectDiscard(
  Effect.gen(function* () {
    const upgrades = yield* Upgrades
    const counters = yield* Counters
    const hub = yield* MediaHub
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe()
    const sockets = new Set<MediaSocket>()
    const events = {
      now,
      join: hub.join,
      onClosed: (socket: MediaSocket) => {
        sockets.delete(socket)
        counters.media_sockets = sockets.size
      }
    }
    yield* sweep("250 millis", () => {
      const nowMs = now()
      for (const socket of sockets) socket.tick(nowMs)
    })
    yield* upgrades.route("/media", {
      maxPayload: maxMediaUnit + mediaHeaderBytes,
      refuse: () => null,
      isBusy: () => false,
      onTurnedAway: () => void counters.upgrades_turned_away_total++,
      onOpen: (opened) => {
        sockets.add(new MediaSocket(opened, events))
        counters.media_sockets = sockets.size
      }
    })
    yield* Effect.addFinalizer(() =>
      Effect.andThen(
        hub.closeAll,
        Effect.sync(() => {
          for (const socket of sockets) socket.close(MediaClose.restarting, "server restarting")
        })
      )
    )
  })
)
