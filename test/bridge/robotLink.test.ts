import { assert, describe, it } from "@effect/vitest"
import { tellRobotLink } from "@fleet/bridge/engine/link/RobotLink"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { FakeRobot } from "./support/FakeRobot.ts"

const told = Effect.gen(function* () {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel}: ${String(message)}`))
  const robot = new FakeRobot()
  robot.disconnect()
  yield* tellRobotLink.pipe(
    Effect.provide([robot.layer, Logger.layer([logger])]),
    Effect.forkScoped({ startImmediately: true })
  )
  return { lines, robot }
})

const connected = "Info: Connected to the robot (humble)"
const lost = "Warn: Not connected to the robot. Retrying."

describe("the log of the connection to the robot", () => {
  it.effect("the log of the connection to the robot has no warning at a good start, and one when it is lost", () =>
    Effect.gen(function* () {
      const { lines, robot } = yield* told
      yield* TestClock.adjust("9 seconds")
      robot.reconnect()
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(lines, [connected])
      robot.disconnect()
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(lines, [connected, lost])
    })
  )

  it.effect("the log of the connection to the robot warns after ten seconds without one", () =>
    Effect.gen(function* () {
      const { lines, robot } = yield* told
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(lines, [lost])
      robot.reconnect()
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(lines, [lost, connected])
    })
  )
})
