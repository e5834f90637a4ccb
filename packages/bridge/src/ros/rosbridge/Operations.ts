import { Option, Schema } from "effect"

const text = Schema.String

/** The answer to a call. `values` is the response, or the failure's words when `result` is false. */
export const ServiceResponse = Schema.Struct({
  op: Schema.tag("service_response"),
  id: text,
  values: Schema.optionalKey(Schema.Unknown),
  result: Schema.Boolean
})
export type ServiceResponse = typeof ServiceResponse.Type

/** Feedback of the goal that was sent with this id. */
const ActionFeedback = Schema.Struct({ op: Schema.tag("action_feedback"), id: text, values: Schema.Unknown })

/** How a goal ended. `result` is true for aborted and canceled goals as well: only `status` says how. */
const ActionResult = Schema.Struct({
  op: Schema.tag("action_result"),
  id: text,
  values: Schema.optionalKey(Schema.Unknown),
  status: Schema.Int,
  result: Schema.Boolean
})
export type ActionResult = typeof ActionResult.Type

/** A topic's message. With `cbor-raw` it is `{secs, nsecs, bytes}`, the bytes being CDR. */
const Publish = Schema.Struct({ op: Schema.tag("publish"), topic: text, msg: Schema.Unknown })

/** What a server says. Operations that are not listed are ignored. */
export const ServerOperation = Schema.Union([ServiceResponse, ActionFeedback, ActionResult, Publish]).pipe(
  Schema.toTaggedUnion("op")
)
export type ServerOperation = typeof ServerOperation.Type

const decode = Schema.decodeUnknownOption(ServerOperation)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** One operation that came; undefined when it is not known here. Messages of topics are the hot path: no schema there. */
export const readOperation = (operation: unknown): ServerOperation | undefined => {
  if (!isObject(operation)) return undefined
  const { msg, op, topic } = operation
  if (op !== "publish") return Option.getOrUndefined(decode(operation))
  return typeof topic === "string" && msg !== undefined ? { op, topic, msg } : undefined
}

/** What a client says. Keys that a server does not know, e.g. `timeout` before 2.2, are ignored by it. */
export type ClientOperation =
  | {
      readonly op: "subscribe"
      readonly id: string
      readonly topic: string
      readonly type: string
      readonly compression?: "cbor-raw"
      readonly throttle_rate: number
      readonly queue_length: 1
    }
  | { readonly op: "unsubscribe"; readonly id: string; readonly topic: string }
  | { readonly op: "advertise"; readonly id: string; readonly topic: string; readonly type: string }
  | { readonly op: "unadvertise"; readonly id: string; readonly topic: string }
  | { readonly op: "publish"; readonly topic: string; readonly type: string; readonly msg: unknown }
  | {
      readonly op: "call_service"
      readonly id: string
      readonly service: string
      readonly args: unknown
      readonly timeout: number
    }
  | {
      readonly op: "send_action_goal"
      readonly id: string
      readonly action: string
      readonly action_type: string
      readonly args: unknown
      readonly feedback: true
    }
