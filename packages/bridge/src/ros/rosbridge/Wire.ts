import { decode as decodeCbor } from "cbor-x"
import { Deferred, Effect, Metric, type Scope } from "effect"
import type { RawData } from "ws"
import { type GatewayOffline, offline } from "../GatewayErrors.ts"
import { ignoredFrames } from "../IgnoredFrames.ts"
import { robotSocket } from "../RobotSocket.ts"
import { Fragments } from "./Fragments.ts"
import { parseRosJson, writeRosJson } from "./Json.ts"
import { type ClientOperation, readOperation, type ServerOperation } from "./Operations.ts"

/** One connection to a rosbridge server. It does not come back by itself. */
export interface Wire {
  readonly send: (operation: ClientOperation) => Effect.Effect<void, GatewayOffline>
  /** Done once the connection has ended, by either side. */
  readonly closed: Effect.Effect<void>
  readonly isOpen: () => boolean
}

/** Opens one connection that ends with the scope. Messages are handled synchronously. */
export type OpenWire = (
  onOperation: (operation: ServerOperation) => void
) => Effect.Effect<Wire, GatewayOffline, Scope.Scope>

/** A server that reads no more than this counts as gone. */
const largestBacklog = 16 * 1024 * 1024
const openTimeout = "10 seconds"

const isFragment = (operation: unknown): boolean =>
  typeof operation === "object" && operation !== null && "op" in operation && operation.op === "fragment"

/** Reads frames of one connection; undefined for those that are malformed, unknown or only a part. */
export const makeReader = () => {
  const fragments = new Fragments()
  const ofText = (text: string): ServerOperation | undefined => {
    const operation = parseRosJson(text)
    if (!isFragment(operation)) return readOperation(operation)
    const whole = fragments.add(operation)
    return whole === undefined ? undefined : readOperation(parseRosJson(whole))
  }
  return (data: string | Uint8Array): ServerOperation | undefined => {
    try {
      return typeof data === "string" ? ofText(data) : readOperation(decodeCbor(data))
    } catch {
      return undefined
    }
  }
}

const frameOf = (data: RawData, isBinary: boolean): string | Uint8Array => {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
  return isBinary ? bytes : bytes.toString()
}

/** Opens connections to one address. */
export const wires =
  (url: string): OpenWire =>
  (onOperation) =>
    Effect.gen(function* () {
      const read = makeReader()
      const closed = yield* Deferred.make<void>()
      const opened = yield* Deferred.make<void, GatewayOffline>()
      const socket = yield* Effect.acquireRelease(
        Effect.sync(() => robotSocket(url, [])),
        // Behind a slow call a server does not answer a close either.
        (socket) => Effect.sync(() => socket.terminate())
      )
      socket.on("open", () => Deferred.doneUnsafe(opened, Effect.void))
      socket.on("close", () => {
        Deferred.doneUnsafe(opened, Effect.fail(offline))
        Deferred.doneUnsafe(closed, Effect.void)
      })
      socket.on("message", (data, isBinary) => {
        const operation = read(frameOf(data, isBinary))
        if (operation === undefined) Effect.runSync(Metric.update(ignoredFrames, 1))
        else onOperation(operation)
      })
      yield* Deferred.await(opened).pipe(
        Effect.timeoutOrElse({ duration: openTimeout, orElse: () => Effect.fail(offline) })
      )
      const isOpen = () => socket.readyState === socket.OPEN
      return {
        isOpen,
        closed: Deferred.await(closed),
        send: (operation) =>
          Effect.suspend(() => {
            if (!isOpen()) return Effect.fail(offline)
            if (socket.bufferedAmount > largestBacklog) {
              socket.terminate()
              return Effect.fail(offline)
            }
            socket.send(writeRosJson(operation))
            return Effect.void
          })
      } satisfies Wire
    })
