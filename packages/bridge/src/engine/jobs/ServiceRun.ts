import type { Service } from "@fleet/domain/RobotConfig/Command"
import { Effect, SubscriptionRef } from "effect"
import { GatewayOffline, ServiceFailed, Timeout } from "../../ros/GatewayErrors.ts"
import { type CallError, RosGateway } from "../../ros/RosGateway.ts"
import { failed, noResult, notSent, succeeded } from "./Endings.ts"
import { Jobs, type OwnJob } from "./Jobs.ts"

/** Calls a service; `patienceMs` bounds the whole call. */
export const runService = Effect.fnUntraced(function* (
  job: OwnJob,
  config: Service,
  request: unknown,
  patienceMs: number
) {
  const gateway = yield* RosGateway
  const jobs = yield* Jobs
  const { connected } = SubscriptionRef.getUnsafe(gateway.status)

  const endingOf = (error: CallError) => {
    if (error instanceof Timeout) return failed("service_timeout", error.message)
    // A connection lost during the call says nothing of whether the robot carried it out.
    const mayHaveRun = error instanceof ServiceFailed || (error instanceof GatewayOffline && connected)
    return mayHaveRun ? noResult(error) : notSent(error)
  }

  yield* jobs.started(job)
  const ending = yield* gateway
    .callService(config.ros_name, config.type, request, patienceMs)
    .pipe(Effect.match({ onFailure: endingOf, onSuccess: succeeded }))
  yield* jobs.end(job, ending)
})
