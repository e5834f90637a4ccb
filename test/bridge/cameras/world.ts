import * as NodeServices from "@effect/platform-node/NodeServices"
import { runBridge } from "@fleet/bridge/Bridge"
import { foxgloveGateway } from "@fleet/bridge/ros/foxglove/FoxgloveGateway"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer, Redacted } from "effect"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { eventually, publish } from "../../robots/jobs/world.ts"
import { anApp } from "../../robots/world.ts"
import { temporaryDirectory } from "../support/bridge.ts"

export { hasFfmpeg } from "./hasFfmpeg.ts"

/** The service at the address that it tells bridges. */
export const FilmedApp = Layer.unwrap(
  Effect.map(freePort("127.0.0.1"), (port) => testApp({ port, baseUrl: `http://127.0.0.1:${port}` }))
).pipe(Layer.orDie)

const source = (kind: string) => `platform: 1
cameras:
  front:
    source: ${kind}
    width: 320
    height: 240
    fps: 10
    bitrate_kbps: 2000
    snapshot_interval_seconds: 1
`
export const ros = (topic: string, type: string) => `{kind: ros, topic: ${topic}, type: sensor_msgs/msg/${type}}`

/**
 * A simulated robot with its bridge and one camera; without ffmpeg where `ffmpeg` names none. `earlier` runs before the
 * bridge starts.
 */
export const aFilmedRobot = Effect.fnUntraced(function* <E = never, R = never>(
  ffmpeg: string,
  camera: (url: string) => string,
  earlier: (token: string) => Effect.Effect<unknown, E, R> = () => Effect.void
) {
  const { owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller)
  const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 }).pipe(Effect.orDie)
  yield* publish(owner.caller, robot.id, source(camera(simulator.cameraUrl)))
  yield* earlier(token)
  const { baseUrl } = yield* Settings
  const directory = yield* temporaryDirectory
  yield* runBridge({ url: baseUrl, token: Redacted.make(token), stateDirectory: directory, ffmpeg }).pipe(
    Effect.provide([foxgloveGateway(simulator.url), NodeServices.layer]),
    Effect.forkScoped
  )
  const path = `/api/robots/${robot.id}`
  const as = owner.token
  yield* eventually(call("GET", path, { as }), ({ body }) => body.config?.applied !== null && body.bridge_state.online)
  const app = yield* anApp({ owner }, [robot.id], { [robot.id]: ["front"] })
  return {
    app,
    as,
    owner,
    source: source(camera(simulator.cameraUrl)),
    at: `${path}/cameras/front`,
    baseUrl,
    path,
    robot,
    simulator
  }
})
