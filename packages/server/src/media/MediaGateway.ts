import { MediaClose } from "@fleet/domain/media/MediaMessages"
import { Effect, FiberMap, Layer } from "effect"
import { Upgrades } from "../platform/http/Upgrades.ts"
import { Counters } from "../platform/telemetry/Counters.ts"
import { MediaHub } from "./MediaHub.ts"
import { joinDeadlineMs, maxUnjoinedBytes, MediaSocket } from "./MediaSocket.ts"
import { UnjoinedSockets } from "./UnjoinedSockets.ts"

/** GET /media. */
export const MediaGateway = Layer.effectDiscard(
  Effect.gen(function* () {
    const upgrades = yield* Upgrades
    const counters = yield* Counters
    const hub = yield* MediaHub
    const sockets = new Set<MediaSocket>()
    const unjoined = new UnjoinedSockets()
    const deadlines = yield* FiberMap.make<MediaSocket>()
    const runDeadline = yield* FiberMap.runtime(deadlines)<never>()
    const runAside = Effect.runForkWith(yield* Effect.context<never>())

    /** It has joined, or is closed. */
    const isSettled = (socket: MediaSocket) => {
      unjoined.left(socket.address)
      runAside(FiberMap.remove(deadlines, socket))
    }
    const events = {
      join: hub.join,
      onJoined: isSettled,
      onClosed: (socket: MediaSocket, hasJoined: boolean) => {
        sockets.delete(socket)
        counters.media_sockets = sockets.size
        if (!hasJoined) isSettled(socket)
      }
    }
    yield* upgrades.route("/media", {
      maxPayload: maxUnjoinedBytes,
      refuse: () => null,
      isBusy: (ip) => unjoined.isFull(ip),
      onTurnedAway: () => void counters.upgrades_turned_away_total++,
      onOpen: (opened) => {
        const socket = new MediaSocket(opened, events)
        sockets.add(socket)
        unjoined.opened(opened.ip)
        counters.media_sockets = sockets.size
        runDeadline(
          socket,
          Effect.andThen(
            Effect.sleep(joinDeadlineMs),
            Effect.sync(() => socket.joinIsDue())
          )
        )
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
