import type { Failure } from "@fleet/bridge-protocol/BridgeMessages"
import { maxBridgeFrame } from "@fleet/bridge-protocol/CloseCodes"
import type { CallError, GoalResult } from "../../ros/RosGateway.ts"
import type { Ending } from "./JobRecord.ts"

/** Room in the frame for everything beside the result. */
const maxResult = maxBridgeFrame - 16_384

/** The robot's own words are cut: an end that is too large for a frame would never be sent. */
const maxMessage = 4000

export const failed = (code: string, message: string, details?: unknown): Ending => ({
  state: "failed",
  result: null,
  error: {
    code,
    message: message.slice(0, maxMessage).toWellFormed(),
    ...(details === undefined ? {} : { details })
  } satisfies Failure
})

/** The words in place of a result that is too large for a frame; null where it is not. */
const tooLarge = (result: unknown): string | null => {
  const bytes = Buffer.byteLength(JSON.stringify(result) ?? "")
  return bytes > maxResult ? `Its result has ${bytes} bytes, and a report takes ${maxResult}.` : null
}

/** A success; a result too large for a frame is a failure to deliver it. */
export const succeeded = (result: unknown): Ending => {
  const fault = tooLarge(result)
  return fault === null
    ? { state: "succeeded", result: result ?? null, error: null }
    : failed("result_failed", `It succeeded. ${fault}`)
}

/** The end of a goal whose server answered; undefined when the server does not know the goal, or it is not over. */
export const fromGoalResult = ({ status, result }: GoalResult): Ending | undefined => {
  const fault = tooLarge(result)
  switch (status) {
    case 4:
      return succeeded(result)
    case 5:
      if (fault === null) return { state: "cancelled", result: result ?? null, error: null }
      return { state: "cancelled", result: null, error: { code: "result_failed", message: fault } }
    case 6:
      return fault === null
        ? failed("action_failed", "The robot gave the goal up.", { result })
        : failed("action_failed", `The robot gave the goal up. ${fault}`)
    default:
      return undefined
  }
}

/** Why a request did not reach its server. */
export const notSent = (error: CallError): Ending => failed("goal_send_failed", error.message)

/** Why there is no result although the request was taken. */
export const noResult = (error: CallError): Ending => failed("result_failed", error.message)
