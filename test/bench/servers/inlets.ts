import type { RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { Effect } from "effect"
import { type AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"
import { reading } from "./facts.ts"

const listening = (onSocket: (socket: WebSocket) => void) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<WebSocketServer>((resume) => {
        const opened = new WebSocketServer({ port: 0, host: "127.0.0.1" })
        opened.on("connection", onSocket)
        opened.once("listening", () => resume(Effect.succeed(opened)))
      }),
      (opened) => Effect.sync(() => opened.close())
    ),
    (opened) => `ws://127.0.0.1:${(opened.address() as AddressInfo).port}`
  )

/** A socket whose every text becomes a sample of a robot on the bus: the data plane without the bridge. */
export const openBusInlet = Effect.fnUntraced(function* (robotId: RobotId) {
  const bus = yield* Bus
  return yield* listening((socket) =>
    socket.on("message", (data: Buffer) =>
      bus.publishRobot({ type: "sample", robotId, slug: reading, json: data.toString(), timestampMs: Date.now() })
    )
  )
})

const lostOf = (counters: Counters["Service"]) =>
  Object.entries(counters)
    .filter(([name]) => name.startsWith("samples_unrecorded_"))
    .reduce((sum, [, count]) => sum + count, 0)

/**
 * A socket on which whatever is sent is answered once every sample received before is in the database:
 * `{received, lost}`, totals of the process.
 */
export const openRecorderOutlet = Effect.gen(function* () {
  const recorder = yield* HistoryRecorder
  const counters = yield* Counters
  return yield* listening((socket) =>
    socket.on("message", () => {
      const received = counters.samples_received_total
      void Effect.runPromise(recorder.flush).then(() =>
        socket.send(JSON.stringify({ received, lost: lostOf(counters) }))
      )
    })
  )
})
