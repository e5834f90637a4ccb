import { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import type { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { firstViolation } from "@fleet/domain/Violations"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(Schema.toCodecJson(ClientMessage))
const types: ReadonlySet<string> = new Set(ClientMessage.members.map((member) => member.fields.type.schema.literal))
const commands: ReadonlySet<string> = new Set(["invoke", "cancel", "publish"])
const subscriptions: ReadonlySet<string> = new Set(["subscribe", "presence_subscribe"])

/** A frame's JSON object; null closes the socket. */
export const parseObject = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}

const text = (value: unknown) => (typeof value === "string" ? value : null)

/** What a subscription that cannot be served is answered with; ids are told back as they were sent. */
export const subscribeError = (
  frame: { readonly robot_id?: unknown; readonly slug?: unknown },
  code: Extract<ServerMessage, { type: "subscribe_error" }>["code"],
  message: string
): ServerMessage => ({ type: "subscribe_error", robot_id: text(frame.robot_id), slug: text(frame.slug), code, message })

/** The message of a frame, or what to answer a frame that is none. */
export const readFrame = (frame: Readonly<Record<string, unknown>>): Result.Result<ClientMessage, ServerMessage> => {
  const type = text(frame["type"])
  if (type === null || !types.has(type)) {
    return Result.fail({
      type: "error",
      code: "unknown_command",
      message: `There is no frame of type ${String(type)}.`
    })
  }
  const decoded = decode(frame)
  if (Result.isSuccess(decoded)) return Result.succeed(decoded.success)
  const { field, rule } = firstViolation(decoded.failure.issue, "frame")
  const said = `${field}: ${rule}`
  const requestId = text(frame["request_id"])
  if (commands.has(type) && requestId !== null && requestId.length > 0 && requestId.length <= 64) {
    return Result.fail({
      type: "command_result",
      request_id: requestId,
      ok: false,
      job: null,
      kind: null,
      code: "validation_error",
      message: said,
      details: { field, rule }
    })
  }
  if (subscriptions.has(type)) return Result.fail(subscribeError(frame, "invalid_frame", said))
  return Result.fail({ type: "error", code: "invalid_frame", message: said })
}
