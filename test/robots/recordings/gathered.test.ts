import { assert, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { Stores } from "@fleet/server/App"
import { RecordingStore } from "@fleet/server/robots/recordings/RecordingStore"
import { Deferred, Effect, Exit, Layer } from "effect"
import { TestDatabase } from "../../support/Database.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { makeRobot } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { eventually } from "../jobs/world.ts"
import { aRobotWithRecorder } from "./world.ts"

/** The robots that each statement about open recordings was about. */
const statements: Array<ReadonlyArray<RobotId>> = []
/** While it stands, no such statement is answered. */
let gate: Deferred.Deferred<void> | null = null

const gatedStores = Layer.effect(
  RecordingStore,
  Effect.map(RecordingStore, (store) => ({
    ...store,
    openOf: (robotIds: ReadonlyArray<RobotId>) =>
      Effect.suspend(() => {
        statements.push(robotIds)
        return Effect.andThen(gate === null ? Effect.void : Deferred.await(gate), store.openOf(robotIds))
      })
  }))
).pipe(Layer.provideMerge(Stores)) as typeof Stores

layer(testApp({}, TestDatabase, undefined, gatedStores), { timeout: "60 seconds" })("recordings of a fleet", (it) => {
  it.effect("bridges that come while one is looked up are asked by one statement, each for its own", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWithRecorder()
      const bridge = yield* world.connect
      yield* world.cut
      const { recording_id } = yield* bridge.next("recording_request")
      yield* bridge.leave
      const others = yield* Effect.forEach(Array.from({ length: 9 }), () => makeRobot(world.owner.caller))
      const [first, ...rest] = others

      gate = Deferred.makeUnsafe()
      statements.length = 0
      const bridges = [yield* connectBridge(first!.token)]
      yield* eventually(
        Effect.sync(() => statements.length),
        (count) => count === 1
      )
      for (const { token } of rest) bridges.push(yield* connectBridge(token))
      const again = yield* world.connect
      Deferred.doneUnsafe(gate, Exit.void)

      assert.strictEqual((yield* again.next("recording_request")).recording_id, recording_id)
      assert.deepStrictEqual(
        statements.map((robotIds) => new Set(robotIds)),
        [new Set([first!.robot.id]), new Set([world.robot.id, ...rest.map(({ robot }) => robot.id)])]
      )
      for (const other of bridges) {
        yield* other.sync
        assert.isFalse(other.frames.some(({ type }) => type === "recording_request"))
      }
    })
  )
})
