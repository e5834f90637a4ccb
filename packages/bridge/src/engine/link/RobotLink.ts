import { Effect, Stream, SubscriptionRef } from "effect"
import { RosGateway } from "../../ros/RosGateway.ts"

/** A robot that is there is found within this. */
const graceful = "10 seconds"

const lost = Effect.logWarning("Not connected to the robot. Retrying.")

/** Logs when the connection to the robot comes and goes, and that it is missing where the first takes long. */
export const tellRobotLink = Effect.gen(function* () {
  const gateway = yield* RosGateway
  let wasConnected = false
  const first = Effect.andThen(
    Effect.sleep(graceful),
    Effect.suspend(() => (wasConnected ? Effect.void : lost))
  )
  const changes = SubscriptionRef.changes(gateway.status).pipe(
    Stream.changesWith((before, now) => before.connected === now.connected),
    Stream.runForEach(({ connected, distro }) => {
      if (!connected) return wasConnected ? lost : Effect.void
      wasConnected = true
      return Effect.logInfo(`Connected to the robot (${distro ?? "unknown ROS distribution"})`)
    })
  )
  yield* Effect.all([first, changes], { concurrency: 2, discard: true })
})
