import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { Effect, Struct } from "effect"
import { connectRealtime, type RealtimeClient } from "../../support/RealtimeClient.ts"
import type { FakeBridge } from "../../support/FakeBridge.ts"
import { call } from "../../support/wire.ts"
import { aConnectedRobot, type World } from "../jobs/world.ts"

type CameraState = Extract<BridgeMessage, { readonly type: "camera_state" }>

/** What a bridge says of the camera `front`: that its source cannot be reached, unless `rest` says else. */
export const cameraState = (rest: Partial<CameraState> = {}): CameraState => ({
  type: "camera_state",
  slug: "front",
  publishing: false,
  error: { code: "unreachable", message: "No route to host." },
  cause: "source",
  observed_at_ms: 1,
  request_id: null,
  ...rest
})

/** Says something as the bridge; ends once what it means is written. */
export const say = Effect.fnUntraced(function* (bridge: FakeBridge, ...messages: ReadonlyArray<BridgeMessage>) {
  for (const message of messages) bridge.send(message)
  yield* bridge.sync
  yield* (yield* HealthReports).flush
})

/** The org's resources, as REST has them, without their times. */
export const healthOf = ({ as }: Pick<World, "as">, query = "") =>
  Effect.map(call("GET", `/api/org/health${query}`, { as }), ({ body }) =>
    body.resources.map((resource: Readonly<Record<string, unknown>>) => Struct.omit(resource, ["changed_at_ms"]) as any)
  )

/** What the socket was told of health since it was asked last, without times. */
export const told = (client: RealtimeClient) =>
  Effect.map(client.settled, (frames) =>
    frames
      .filter(({ type }) => type.startsWith("resource_health"))
      .map((frame): any => Struct.omit(frame, ["changed_at_ms", "cleared_at_ms"]))
  )

/** A connected robot with a camera, and a developer's socket that subscribed to nothing. */
export const aWatchedRobot = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  return { ...world, client: yield* connectRealtime(world.as) }
})
