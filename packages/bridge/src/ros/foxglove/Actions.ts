import { Effect, Option, Schema, Stream, SubscriptionRef } from "effect"
import { actionPart, actionServices } from "../ActionParts.ts"
import { InvalidMessage, ServiceFailed, Timeout } from "../GatewayErrors.ts"
import { goalIdFromBytes, goalIdToBytes } from "../GoalIds.ts"
import { toJson } from "../MessageJson.ts"
import type { CallError, GoalId, RosGateway } from "../RosGateway.ts"
import { nestAfterFirst, type RosType } from "../RosType.ts"
import { decodeAs } from "../ReceivedMessage.ts"
import type { CallShape, Services } from "./Services.ts"
import type { Topics } from "./Topics.ts"

const GoalIdMessage = Schema.Struct({ uuid: Schema.Uint8Array })

const Accepted = Schema.Struct({ accepted: Schema.Boolean })
const Result = Schema.Struct({ status: Schema.Int, result: Schema.Unknown })
const Canceled = Schema.Struct({
  return_code: Schema.Int,
  goals_canceling: Schema.Array(Schema.Struct({ goal_id: GoalIdMessage }))
})
const Feedback = Schema.Struct({ goal_id: GoalIdMessage, feedback: Schema.Unknown })
const Status = Schema.Struct({
  status_list: Schema.Array(Schema.Struct({ goal_info: Schema.Struct({ goal_id: GoalIdMessage }), status: Schema.Int }))
})

// The definitions arrive flattened: goal, result and feedback fields stand beside goal_id and status. Taken apart
// again, a goal may itself have a field called goal_id, and a goal without fields keeps its place on the wire.
const goalShape: CallShape = { request: (type) => nestAfterFirst(type, "goal") }
const resultShape: CallShape = { response: (type) => nestAfterFirst(type, "result") }
const feedbackShape = (type: RosType) => nestAfterFirst(type, "feedback")

const decodeFeedback = Schema.decodeUnknownOption(Feedback)
const decodeStatus = Schema.decodeUnknownOption(Status)

/** What an action's service answered, or the failure that it is not what ROS 2 defines. */
const as = <A>(schema: Schema.Codec<A, unknown>, part: string) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (response: unknown) =>
    Effect.mapError(decode(response), () => new ServiceFailed({ message: `${part} answered in an unknown form.` }))
}

/** Names a goal's own fields as the caller wrote them. */
const outsideGoal = (error: CallError): CallError =>
  error instanceof InvalidMessage
    ? new InvalidMessage({ field: error.field.replace(/^goal\./, ""), message: error.message.replace(/^goal\./, "") })
    : error

const within = (milliseconds: number, what: string) =>
  Effect.timeoutOrElse({
    duration: milliseconds,
    orElse: () => Effect.fail(new Timeout({ message: `${what} did not answer within ${milliseconds} ms.` }))
  })

const bytesOf = (goalId: GoalId) => {
  const bytes = goalIdToBytes(goalId)
  return bytes === undefined
    ? Effect.fail(new InvalidMessage({ field: "goal_id", message: "goal_id must be a lowercase uuid." }))
    : Effect.succeed(bytes)
}

type ActionCalls = Pick<
  RosGateway["Service"],
  "sendGoal" | "getResult" | "cancelGoal" | "subscribeFeedback" | "subscribeStatus" | "actionServerPresent"
>

/** Actions as ROS 2 builds them: three services and two topics below the action's name. */
export const makeActions = (services: Services, topics: Topics): ActionCalls => ({
  sendGoal: Effect.fnUntraced(function* (action, type, goalId, goal, timeoutMs) {
    const name = action + actionPart.sendGoal
    const request = { goal_id: { uuid: yield* bytesOf(goalId) }, goal }
    const response = yield* services
      .call(name, `${type}_SendGoal`, request, goalShape)
      .pipe(Effect.mapError(outsideGoal), within(timeoutMs, action))
    return yield* as(Accepted, name)(response)
  }),

  getResult: Effect.fnUntraced(function* (action, type, goalId) {
    const name = action + actionPart.getResult
    const request = { goal_id: { uuid: yield* bytesOf(goalId) } }
    const response = yield* services.call(name, `${type}_GetResult`, request, resultShape)
    const { status, result } = yield* as(Result, name)(response)
    return { status, result: toJson(result) }
  }),

  cancelGoal: Effect.fnUntraced(function* (action, goalId, timeoutMs) {
    const name = action + actionPart.cancelGoal
    const request = { goal_info: { goal_id: { uuid: yield* bytesOf(goalId) } } }
    const response = yield* services.call(name, "action_msgs/srv/CancelGoal", request).pipe(within(timeoutMs, action))
    const canceled = yield* as(Canceled, name)(response)
    const goalsCanceling = canceled.goals_canceling.map((goal) => goalIdFromBytes(goal.goal_id.uuid))
    return { returnCode: canceled.return_code, goalsCanceling }
  }),

  subscribeFeedback: (action, type, onFeedback) =>
    topics.subscribe(action + actionPart.feedback, `${type}_FeedbackMessage`, (message) => {
      const decoded = decodeFeedback(decodeAs(feedbackShape(message.type), message))
      if (Option.isSome(decoded)) {
        onFeedback(goalIdFromBytes(decoded.value.goal_id.uuid), toJson(decoded.value.feedback))
      }
    }),

  subscribeStatus: (action, onStatus) =>
    topics.subscribe(action + actionPart.status, "action_msgs/msg/GoalStatusArray", (message) => {
      const decoded = decodeStatus(message.decode())
      if (Option.isNone(decoded)) return
      const goals = decoded.value.status_list.map(({ goal_info, status }) => ({
        goalId: goalIdFromBytes(goal_info.goal_id.uuid),
        status
      }))
      onStatus(goals)
    }),

  actionServerPresent: (action) =>
    SubscriptionRef.changes(services.available).pipe(
      Stream.map((names) => actionServices.every((part) => names.has(action + part))),
      Stream.changes
    )
})
