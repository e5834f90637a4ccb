import { Data } from "effect"

/** There is no connection to the robot's ROS graph, or it ended before the answer. */
export class GatewayOffline extends Data.TaggedError("GatewayOffline")<{ readonly message: string }> {}

/** No server offers this service, action or type, or it vanished before the answer. */
export class NotAdvertised extends Data.TaggedError("NotAdvertised")<{
  readonly name: string
  readonly message: string
}> {}

/** The name exists with another type. */
export class TypeMismatch extends Data.TaggedError("TypeMismatch")<{
  readonly name: string
  readonly expected: string
  readonly actual: string
  readonly message: string
}> {}

/** A message does not fit its definition. `field` is the path of the first misfit, empty for the whole message. */
export class InvalidMessage extends Data.TaggedError("InvalidMessage")<{
  readonly field: string
  readonly message: string
}> {}

/** The robot answered a call with a failure. */
export class ServiceFailed extends Data.TaggedError("ServiceFailed")<{ readonly message: string }> {}

/** No answer came in time. */
export class Timeout extends Data.TaggedError("Timeout")<{ readonly message: string }> {}

/** What every request is answered with while there is no connection. */
export const offline = new GatewayOffline({ message: "There is no connection to the robot's ROS graph." })
