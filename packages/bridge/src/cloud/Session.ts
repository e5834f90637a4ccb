import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { Effect, Metric, Redacted } from "effect"
import { Engine } from "../engine/Engine.ts"
import { bridgeVersion } from "../Version.ts"
import { type CloudSocket, openCloudSocket, type Received } from "./CloudSocket.ts"
import { type Incoming, readFrame } from "./Incoming.ts"
import { Outbox } from "./Outbox.ts"
import { fromClose, fromHelloError, helloTimeout, silence, unreachable } from "./SessionErrors.ts"

/** Where the cloud is, and who the robot is. */
export interface CloudSettings {
  readonly url: string
  readonly token: Redacted.Redacted
}

type Ignored = Exclude<Incoming, { kind: "message" }> | Extract<Received, { kind: "oversized" }>

/** Frames of the cloud that were not carried out: of unknown types, malformed, or over 1 MiB. */
export const ignoredFrames = Metric.counter("bridge_ignored_frames", { incremental: true })

/** Unknown types that are named in the log, each once in a session. */
const maxNamed = 100
const maxTypeName = 100

/** Reports a frame that is not carried out. A configuration is refused, so that the cloud knows what runs. */
const ignore = Effect.fnUntraced(function* (frame: Ignored, unknownTypes: Set<string>) {
  yield* Metric.update(ignoredFrames, 1)
  if (frame.kind === "malformed") return yield* Effect.logWarning(`Frame from the cloud ignored: ${frame.reason}`)
  if (frame.kind === "oversized") {
    const { bytes, type = "unknown", version } = frame
    yield* Effect.logWarning(`Frame from the cloud refused: ${type}, ${bytes} bytes, over the limit of 1 MiB`)
    if (type === "config" && version !== undefined) yield* (yield* Engine).refuseConfig(version)
    return
  }
  const name = frame.type.slice(0, maxTypeName)
  if (unknownTypes.has(name) || unknownTypes.size >= maxNamed) return
  unknownTypes.add(name)
  yield* Effect.logInfo(`Frames of an unknown type from the cloud are ignored: ${name}`)
})

/** The next frame this version understands; others are reported and counted. */
const nextMessage = Effect.fnUntraced(function* (socket: CloudSocket, unknownTypes: Set<string>) {
  while (true) {
    const received = yield* Effect.mapError(socket.receive, fromClose)
    const frame = received.kind === "text" ? readFrame(received.text) : received
    if (frame.kind === "message") return frame.message
    yield* ignore(frame, unknownTypes)
  }
})

const greet = Effect.fnUntraced(
  function* (socket: CloudSocket, token: Redacted.Redacted, unknownTypes: Set<string>) {
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
  const unknownTypes = new Set<string>()
  const socket = yield* Effect.mapError(openCloudSocket(settings.url), unreachable)
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
