import type { Job } from "@fleet/domain/Jobs"
import type { CommandResult, ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { ServerMessage as Message } from "@fleet/domain/realtime/ServerMessages"
import { DateTime, Schema } from "effect"
import { textFrame } from "../platform/websocket/TextFrame.ts"

const encode = Schema.encodeSync(Schema.toCodecJson(Message))

const jobOf = (job: Job) => ({
  id: job.id,
  robot_id: job.robot_id,
  slug: job.slug,
  state: job.state,
  origin: job.origin,
  started_at: DateTime.formatIso(job.started_at),
  updated_at: DateTime.formatIso(job.updated_at),
  seq: job.seq,
  result: job.result,
  error: job.error
})

/** What the schema encodes, without its pass over every field: a caller waits for each of these. */
const resultOf = (command: CommandResult) => {
  const { job, result } = command
  if (job === null && result === undefined) return command
  return {
    ...command,
    ...(job === null ? {} : { job: jobOf(job) }),
    ...(result === undefined ? {} : { result: { ...result, cancelled: result.cancelled.map(jobOf) } })
  }
}

const wireOf = (message: ServerMessage): unknown => {
  switch (message.type) {
    // Every socket gets one, and it is its own wire form: JSON writes its one time as the schema does.
    case "auth_ok":
      return message
    case "command_result":
      return resultOf(message)
    default:
      return encode(message)
  }
}

/** One message as finished bytes. Datapoints have a quicker way: see Fanout. */
export const serverFrame = (message: ServerMessage): Buffer => textFrame(JSON.stringify(wireOf(message)))
