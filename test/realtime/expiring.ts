import { AccessLifetime } from "@fleet/server/access/Tokens"
import type { RobotId } from "@fleet/domain/Ids"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { assert } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { connectRealtime, type RealtimeClient } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { pass, plain, type Stage } from "./world.ts"

/** Another access token of a signed-in caller. */
export const renewed = Effect.fnUntraced(function* (refreshToken: string, path = "/api/auth/refresh") {
  const { body } = yield* call("POST", path, { body: { refresh_token: refreshToken } })
  return body.access_token as string
})
export const renewedUser = (refreshToken: string) => renewed(refreshToken, "/api/client/refresh")

/** Sockets that follow these slugs of a robot; what is current is taken. */
export const following = Effect.fnUntraced(function* (token: string, robotId: RobotId, ...slugs: Array<string>) {
  const client = yield* connectRealtime(token)
  for (const slug of slugs) client.send({ type: "subscribe", robot_id: robotId, slug })
  yield* client.settled
  return client
})

/** The service with access tokens of 75 seconds: to walk through 15 minutes with answered pings takes long. */
export const ShortTokens = TestApp.pipe(Layer.provideMerge(Layer.succeed(AccessLifetime, Duration.seconds(75))))

/** Lets time pass until 15 seconds before the end of tokens that are issued now. */
export const almostOut = Effect.fnUntraced(function* (clients: ReadonlyArray<RealtimeClient>) {
  yield* pass(clients, Duration.toSeconds(yield* AccessLifetime) - 15)
})

/** Lets a socket's token, issued now, run out; the word of it is taken. */
export const runOut = Effect.fnUntraced(function* (client: RealtimeClient, others: ReadonlyArray<RealtimeClient> = []) {
  yield* almostOut([client, ...others])
  yield* TestClock.adjust("15 seconds")
  assert.deepStrictEqual(plain(yield* client.next("auth_error")), { type: "auth_error", code: "token_expired" })
})

/** The user's socket of a stage, following these slugs, with a token that has run out. */
export const aRunOut = Effect.fnUntraced(function* (stage: Pick<Stage, "robot" | "user">, ...slugs: Array<string>) {
  const client = yield* following(stage.user.token, stage.robot.id, ...slugs)
  yield* runOut(client)
  return client
})

/** Keeps every read of a table waiting until the answered effect is run. */
export const lock = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const [locked, open] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const holding = sql`LOCK TABLE ${sql(table)} IN ACCESS EXCLUSIVE MODE`.pipe(
    Effect.andThen(Deferred.succeed(locked, undefined)),
    Effect.andThen(Deferred.await(open)),
    sql.withTransaction
  )
  const fiber = yield* Effect.forkChild(holding)
  yield* Deferred.await(locked)
  return Effect.andThen(Deferred.succeed(open, undefined), Fiber.join(fiber))
})

/** Sends frames, and waits until the service has them, served or not. */
export const delivered = Effect.fnUntraced(function* (client: RealtimeClient, ...frames: ReadonlyArray<object>) {
  const counters = yield* Counters
  const before = counters.realtime_frames_total
  for (const frame of frames) client.socket.send(JSON.stringify(frame))
  const turn = Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))
  yield* Effect.repeat(turn, { until: () => counters.realtime_frames_total >= before + frames.length })
})
