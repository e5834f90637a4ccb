import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { Effect, Redacted } from "effect"
import { Engine } from "../engine/Engine.ts"
import { bridgeVersion } from "../Version.ts"
import { type CloudSocket, openCloudSocket } from "./CloudSocket.ts"
import { readFrame } from "./Incoming.ts"
import { Outbox } from "./Outbox.ts"
import { fromClose, fromHelloError, helloTimeout, silence, unreachable } from "./SessionErrors.ts"

/** Where the cloud is, and who the robot is. */
export interface CloudSettings {
  readonly url: string
  readonly token: Redacted.Redacted
}

const received = (socket: CloudSocket) => Effect.mapError(socket.receive, fromClose)

/** The next frame this version understands; others are reported and counted. */
const nextMessage = Effect.fnUntraced(function* (socket: CloudSocket, unknownTypes: Map<string, number>) {
  while (true) {
    const frame = readFrame(yield* received(socket))
    if (frame.kind === "message") return frame.message
    if (frame.kind === "malformed") {
      yield* Effect.logWarning(`A frame from the cloud was ignored: ${frame.reason}`)
      continue
    }
    const count = (unknownTypes.get(frame.type) ?? 0) + 1
    if (unknownTypes.size < 100) unknownTypes.set(frame.type, count)
    if (count === 1) yield* Effect.logInfo(`The cloud sends frames this version does not know: ${frame.type}`)
  }
})

const greet = Effect.fnUntraced(
  function* (socket: CloudSocket, token: Redacted.Redacted, unknownTypes: Map<string, number>) {
    const engine = yield* Engine
    const hello: BridgeMessage = {
      type: "hello",
      protocol_version: PROTOCOL_VERSION,
      token: Redacted.value(token),
      bridge_version: bridgeVersion,
      active_jobs: engine.activeJobs()
    }
    socket.send(JSON.stringify(hello), () => {})
    while (true) {
      const message = yield* nextMessage(socket, unknownTypes)
      if (message.type === "hello_ok") return message
      if (message.type === "hello_error") return yield* fromHelloError(message.code, message.message)
    }
  },
  Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.fail(helloTimeout) })
)

const react = Effect.fnUntraced(function* (message: CloudMessage) {
  const outbox = yield* Outbox
  const engine = yield* Engine
  if (message.type === "ping") outbox.send({ type: "pong", ts_ms: message.ts_ms })
  yield* engine.handle(message)
})

/** One connection from its opening to its end, which is how it fails. `onOpen` runs once the cloud has accepted. */
export const session = Effect.fnUntraced(function* (
  settings: CloudSettings,
  onOpen: (robotId: string) => Effect.Effect<void>
) {
  const outbox = yield* Outbox
  const engine = yield* Engine
  const unknownTypes = new Map<string, number>()
  const socket = yield* Effect.mapError(openCloudSocket(settings.url), (error) => unreachable(error.message))
  const accepted = yield* greet(socket, settings.token, unknownTypes)
  yield* Effect.acquireRelease(
    Effect.sync(() => outbox.attach(socket)),
    () => Effect.sync(() => outbox.detach())
  )
  yield* onOpen(accepted.robot_id)
  if (accepted.protocol.status === "deprecated") {
    yield* Effect.logWarning(
      `This bridge's protocol is served until ${accepted.protocol.sunset_at ?? "further notice"}`
    )
  }
  yield* engine.connected(accepted.robot_id)
  return yield* nextMessage(socket, unknownTypes).pipe(
    Effect.timeoutOrElse({ duration: "30 seconds", orElse: () => Effect.fail(silence) }),
    Effect.flatMap(react),
    Effect.forever
  )
}, Effect.scoped)
