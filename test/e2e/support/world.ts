import * as NodeServices from "@effect/platform-node/NodeServices"
import { runBridge } from "@fleet/bridge/Bridge"
import { foxgloveGateway } from "@fleet/bridge/ros/foxglove/FoxgloveGateway"
import type { RobotId } from "@fleet/domain/Ids"
import { createClient } from "@fleet/sdk"
import { Effect, Logger, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { grant, makeEveryone, password } from "../../support/people.ts"
import { temporaryFolder } from "../../support/Temporary.ts"
import { call } from "../../support/wire.ts"
import { until } from "./until.ts"

/** The address of the served app. */
export const baseUrl = HttpServer.addressFormattedWith(Effect.succeed)

/** Saves a draft and publishes it, both over REST; answers with the version. */
export const publish = Effect.fnUntraced(function* (as: string, robotId: RobotId, source: string) {
  const path = `/api/robots/${robotId}/config`
  const draft = yield* call("PUT", `${path}/draft`, { as, body: { source } })
  const published = yield* call("POST", `${path}/publish`, { as })
  if (published.status !== 200) {
    return yield* Effect.die(new Error(`Not published: ${JSON.stringify([draft.body, published.body])}`))
  }
  return published.body.version as number
})

/** A published robot, and a user who is granted the slugs and has signed in with the SDK. */
export const aPublishedRobot = Effect.fnUntraced(function* (source: string, slugs: ReadonlyArray<string>) {
  const everyone = yield* makeEveryone
  const { app, observe, owner, user } = everyone
  const robotId = everyone.robot.id
  yield* publish(owner.token, robotId, source)
  yield* grant(owner.caller, app, observe.id, { [robotId]: slugs }, { action_history: true, assets: false })
  const fleet = yield* signIn(yield* baseUrl, app.identifier, user.email)
  return { ...everyone, robotId, path: `/api/robots/${robotId}`, fleet, robot: fleet.robot(robotId) }
})

/** An app user's client. */
export const signIn = Effect.fnUntraced(function* (url: string, app: string, email: string) {
  const fleet = yield* Effect.acquireRelease(
    Effect.sync(() => createClient({ baseUrl: url, app })),
    (client) => Effect.sync(client.close)
  )
  yield* Effect.promise(() => fleet.auth.signInWithPassword({ email, password }))
  return fleet
})

/** The reference bridge between a robot's address and a cloud's, below the test's scope. */
export const runRobot = (ros: string, url: string, bridgeToken: string, stateDirectory: string) =>
  runBridge({ url, token: Redacted.make(bridgeToken), stateDirectory }).pipe(
    Effect.provide([foxgloveGateway(ros), NodeServices.layer, Logger.layer([])]),
    Effect.forkScoped
  )

/** The same, of the served app's cloud unless another one is named. */
export const connectRobot = Effect.fnUntraced(function* (
  ros: string,
  bridgeToken: string,
  { cloud, stateDirectory }: { readonly cloud?: string; readonly stateDirectory?: string } = {}
) {
  return yield* runRobot(ros, cloud ?? (yield* baseUrl), bridgeToken, stateDirectory ?? (yield* temporaryFolder))
})

/** Waits until a value of the datapoint is there that fits, and answers with it as REST gives it. */
export const valueOf = (path: string, slug: string, as: string, fits: (value: any) => boolean = () => true) =>
  until(
    `a value of ${slug}`,
    Effect.map(call("GET", `${path}/datapoints/${slug}`, { as }), ({ body, status }) =>
      status === 200 && fits(body.value) ? { value: body.value, timestampMs: body.timestamp_ms as number } : null
    )
  )
