import { Effect, Stream, SubscriptionRef } from "effect"
import { RosGateway } from "../../ros/RosGateway.ts"

/** Says when the connection to the robot comes and goes. */
export const tellRobotLink = Effect.gen(function* () {
  const gateway = yield* RosGateway
  yield* SubscriptionRef.changes(gateway.status).pipe(
    Stream.changesWith((before, now) => before.connected === now.connected),
    Stream.runForEach(({ connected, distro }) =>
      connected
        ? Effect.logInfo(`Connected to the robot (${distro ?? "unknown ROS distribution"})`)
        : Effect.logWarning("Not connected to the robot. Retrying.")
    )
  )
})
