import { ValidationError } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { RequestId } from "@fleet/domain/Jobs"
import { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import type { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { Slug } from "@fleet/domain/Slug"
import { unfitText } from "@fleet/domain/UnfitTexts"
import { firstViolation, type Violation, written } from "@fleet/domain/Violations"
import { maxPlain, Rule } from "@fleet/domain/Wire"
import { Option, Result, Schema } from "effect"
import { exceedsJsonBounds, freeJson } from "../platform/json/boundedJson.ts"

const decode = Schema.decodeUnknownResult(Schema.toCodecJson(ClientMessage))
const types: ReadonlySet<string> = new Set(ClientMessage.members.map((member) => member.fields.type.schema.literal))
const decodeRequestId = Schema.decodeUnknownOption(RequestId)
const decodeRobot = Schema.decodeUnknownOption(Schema.Struct({ robot_id: RobotId }))
const decodePlace = Schema.decodeUnknownOption(Schema.Struct({ robot_id: RobotId, slug: Slug }))
const slugCommands = ["invoke", "cancel", "publish", "release"] as const
const isSlugCommand = (type: string): type is SlugCommandType => slugCommands.some((command) => command === type)
const isCommand = (type: string): type is CommandType => type === "stop" || isSlugCommand(type)
const subscriptions: ReadonlySet<string> = new Set(["subscribe", "presence_subscribe"])

/** Frames that hold more than a frame may: nothing but their own keys is looked at. */
const excessive = new WeakSet<Readonly<Record<string, unknown>>>()

/** A frame's JSON object; null closes the socket. */
export const parseObject = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null
    const frame = parsed as Readonly<Record<string, unknown>>
    if (exceedsJsonBounds(text, freeJson)) excessive.add(frame)
    return frame
  } catch {
    return null
  }
}

const text = (value: unknown) => (typeof value === "string" ? value : null)

/** What a subscription that cannot be served is answered with; ids are returned as they were sent. */
export const subscribeError = (
  frame: { readonly robot_id?: unknown; readonly slug?: unknown },
  code: Extract<ServerMessage, { type: "subscribe_error" }>["code"],
  message: string
): ServerMessage => ({ type: "subscribe_error", robot_id: text(frame.robot_id), slug: text(frame.slug), code, message })

type SlugCommandType = (typeof slugCommands)[number]

/** Frames that are answered with a command_result. */
export type CommandType = SlugCommandType | "stop"

/** A command whose fields break a rule. What it was for is there where that can be read. */
export type MalformedCommand = { readonly request_id: string; readonly error: ValidationError } & (
  | { readonly type: SlugCommandType; readonly place: { readonly robot_id: RobotId; readonly slug: string } | null }
  | { readonly type: "stop"; readonly place: { readonly robot_id: RobotId } | null }
)

type Frame = Readonly<Record<string, unknown>>
const requestIdOf = (frame: Frame) => Option.getOrNull(decodeRequestId(frame["request_id"]))

const notAuthenticated = { type: "error", code: "not_authenticated" } as const

/** What a frame is answered before the first auth. */
export const beforeAuth = (frame: Frame): ServerMessage => {
  const message = "Send an auth frame first, and wait for auth_ok."
  return subscriptions.has(String(frame["type"]))
    ? subscribeError(frame, "not_authenticated", message)
    : { ...notAuthenticated, message }
}

/** What a frame is answered that needs a token, once that has expired; null where it needs none. */
export const onceExpired = (frame: Frame): ServerMessage | null => {
  const message = "The session token has expired: send an auth frame with another."
  const type = String(frame["type"])
  if (subscriptions.has(type)) return subscribeError(frame, "not_authenticated", message)
  const requestId = requestIdOf(frame)
  if (isCommand(type) && requestId !== null) {
    return {
      type: "command_result",
      request_id: requestId,
      ok: false,
      job: null,
      kind: null,
      code: "not_authenticated",
      message
    }
  }
  return isCommand(type) || type === "org_event_subscribe" ? { ...notAuthenticated, message } : null
}

const decodeFrame = (frame: Frame): Result.Result<ClientMessage, Violation> => {
  if (excessive.has(frame)) return Result.fail({ field: "frame", rule: Rule.tooLarge })
  const unfit = unfitText(frame)
  if (unfit !== null) return Result.fail({ field: written(unfit), rule: Rule.format })
  return Result.mapError(decode(frame), ({ issue }) => firstViolation(issue, "frame"))
}

/** Whether a frame is an auth and nothing else, so that no schema has to say so: every socket sends one. */
const isPlainAuth = (frame: Frame): frame is Extract<ClientMessage, { type: "auth" }> => {
  const { token, type } = frame
  if (type !== "auth" || typeof token !== "string" || token.length === 0 || token.length > maxPlain) return false
  return /^[\w.~+/=-]*$/.test(token) && Object.keys(frame).length === 2
}

/** The message of a frame, or the answer to a frame without one. */
export const readFrame = (frame: Frame): Result.Result<ClientMessage | MalformedCommand, ServerMessage> => {
  if (isPlainAuth(frame)) return Result.succeed(frame)
  const type = text(frame["type"])
  if (type === null || !types.has(type)) {
    return Result.fail({
      type: "error",
      code: "unknown_command",
      message: `There is no frame of type ${String(type)}.`
    })
  }
  const decoded = decodeFrame(frame)
  if (Result.isSuccess(decoded)) return Result.succeed(decoded.success)
  const { field, rule } = decoded.failure
  const message = `${field}: ${rule}`
  const requestId = requestIdOf(frame)
  if (isCommand(type) && requestId !== null && field !== "request_id") {
    const error = new ValidationError({ message, details: { field, rule } })
    const command = { request_id: requestId, error }
    return Result.succeed(
      type === "stop"
        ? { ...command, type, place: Option.getOrNull(decodeRobot(frame)) }
        : { ...command, type, place: Option.getOrNull(decodePlace(frame)) }
    )
  }
  if (subscriptions.has(type)) return Result.fail(subscribeError(frame, "invalid_frame", message))
  return Result.fail({ type: "error", code: "invalid_frame", message })
}
